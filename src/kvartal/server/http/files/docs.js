// Lists every operation of the description, with a form to try it. Nothing is fetched from elsewhere.
const base = document.body.dataset.base;
const list = document.querySelector("#list");
const add = (parent, tag, text = "", fields = {}) => {
  const node = Object.assign(document.createElement(tag), fields);
  node.textContent = text;
  parent.append(node);
  return node;
};
const spec = await (await fetch(`${base}/docs/openapi.json`)).json();
const resolved = (schema) => (schema?.$ref ? spec.components.schemas[schema.$ref.split("/").pop()] : schema ?? {});
const sample = (schema, depth = 0) => {
  const s = resolved(schema);
  if (depth > 3) return null;
  if (s.const !== undefined) return s.const;
  if (s.default !== undefined) return s.default;
  if (s.enum) return s.enum[0];
  if (s.oneOf || s.anyOf) return sample((s.oneOf ?? s.anyOf)[0], depth + 1);
  if (s.properties) {
    const wanted = new Set(s.required ?? Object.keys(s.properties));
    return Object.fromEntries(Object.entries(s.properties).filter(([k]) => wanted.has(k)).map(([k, v]) => [k, sample(v, depth + 1)]));
  }
  return { array: [], object: {}, integer: 0, number: 0, boolean: false, null: null }[s.type] ?? "";
};

list.textContent = "";
for (const [path, methods] of Object.entries(spec.paths)) {
  for (const [method, operation] of Object.entries(methods)) {
    const box = add(list, "details", "", { className: "operation" });
    const head = add(box, "summary");
    add(head, "b", method.toUpperCase());
    add(head, "code", path);
    add(head, "span", ` — ${operation.description ?? operation.summary ?? ""}`);
    const form = add(box, "form");
    const inputs = (operation.parameters ?? []).map((parameter) => {
      const label = add(form, "label", `${parameter.name} `);
      return [parameter, add(label, "input", "", { name: parameter.name })];
    });
    const schema = operation.requestBody?.content?.["application/json"]?.schema;
    let body = null;
    if (schema) {
      const label = add(form, "label", "Body ");
      body = add(label, "textarea", "", { value: JSON.stringify(sample(schema), null, 1) });
      add(add(form, "details"), "summary", "What the body may hold").after(
        add(form, "pre", JSON.stringify(resolved(schema), null, 1)));
    }
    add(form, "button", "Send", { type: "submit" });
    const out = add(form, "output", "", { hidden: true });
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      let url = path;
      const query = new URLSearchParams();
      for (const [parameter, input] of inputs) {
        if (parameter.in === "path") url = url.replace(`{${parameter.name}}`, encodeURIComponent(input.value));
        else if (input.value) query.set(parameter.name, input.value);
      }
      const options = { method: method.toUpperCase() };
      if (body) Object.assign(options, { body: body.value, headers: { "content-type": "application/json" } });
      const answer = await fetch(url + (query.size ? `?${query}` : ""), options);
      const text = await answer.text();
      out.hidden = false;
      try { out.textContent = `${answer.status}\n${JSON.stringify(JSON.parse(text), null, 1)}`; }
      catch { out.textContent = `${answer.status}\n${text}`; }
    });
  }
}
