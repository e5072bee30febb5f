// Patch one tree into the shape of another. What has an id is kept and moved, so that focus stays and CSS animates it.
export function morph(old, html) {
  const fresh = document.createElement("template");
  fresh.innerHTML = html;
  children(old, fresh.content);
}

function alike(a, b) {
  return a.nodeType === b.nodeType && a.nodeName === b.nodeName && (a.id || "") === (b.id || "");
}

function children(old, fresh) {
  const byId = new Map();
  for (const child of old.children) if (child.id) byId.set(child.id, child);
  let here = old.firstChild;
  for (const wanted of [...fresh.childNodes]) {
    const kept = wanted.id && byId.get(wanted.id);
    if (kept && kept.nodeName === wanted.nodeName) {
      if (kept === here) here = here.nextSibling;
      else old.insertBefore(kept, here);
      node(kept, wanted);
    } else if (here && alike(here, wanted) && !here.id) {
      node(here, wanted);
      here = here.nextSibling;
    } else {
      old.insertBefore(wanted, here);
    }
  }
  while (here) {
    const next = here.nextSibling;
    here.remove();
    here = next;
  }
}

function node(old, fresh) {
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.nodeValue !== fresh.nodeValue) old.nodeValue = fresh.nodeValue;
    return;
  }
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name) && name !== "open") old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  children(old, fresh);
}
