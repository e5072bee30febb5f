// Patch one tree into the shape of another. What has an id is kept and moved, so that focus stays and CSS animates it.
let known = new Map(), seen = null;

// `changes.appeared` gets the elements with an id that are new; `changes.moved` those that come from elsewhere, with where.
export function morph(old, html, changes = null) {
  const wanted = document.createElement("template");
  wanted.innerHTML = html;
  remember(old, changes);
  children(old, wanted.content);
}

// Some groups of one picture get new contents; what wanders from one to another is kept as well.
export function morphGroups(svg, pieces, changes = null) {
  remember(svg, changes);
  for (const [group, html] of pieces) {
    const wanted = document.createElement("template");
    wanted.innerHTML = `<svg>${html}</svg>`;
    children(group, wanted.content.firstChild);
  }
}

export function copyAttributes(old, html) {
  const wanted = document.createElement("template");
  wanted.innerHTML = html;
  attributes(old, wanted.content.firstChild);
}

function remember(old, changes) {
  seen = changes;
  known = new Map();
  for (const each of old.querySelectorAll("[id]")) known.set(each.id, each);
}

function alike(a, b) {
  return a.nodeType === b.nodeType && a.nodeName === b.nodeName && (a.id || "") === (b.id || "");
}

function children(old, wanted) {
  let here = old.firstChild;
  for (const each of [...wanted.childNodes]) {
    const kept = each.id && known.get(each.id);
    if (kept && kept.nodeName === each.nodeName && !kept.contains(old)) {
      known.delete(each.id);
      if (seen && kept.parentNode !== old) seen.moved.push([kept, kept.getBoundingClientRect()]);
      if (kept === here) here = here.nextSibling;
      else old.insertBefore(kept, here);
      node(kept, each);
      if (here && here.parentNode !== old) here = kept.nextSibling; // it was needed further inside
    } else if (here && alike(here, each) && !here.id) {
      node(here, each);
      here = here.nextSibling;
    } else {
      old.insertBefore(each, here);
      if (each.id && seen) seen.appeared.push(each);
    }
  }
  while (here) {
    const next = here.nextSibling;
    here.remove();
    here = next;
  }
}

function node(old, wanted) {
  if (old.isEqualNode(wanted)) return; // most of a board stays as it is, and the browser sees that much faster
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.nodeValue !== wanted.nodeValue) old.nodeValue = wanted.nodeValue;
    return;
  }
  attributes(old, wanted);
  children(old, wanted);
}

function attributes(old, wanted) {
  for (const { name } of [...old.attributes]) if (!wanted.hasAttribute(name) && name !== "open") old.removeAttribute(name);
  for (const { name, value } of wanted.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
}
