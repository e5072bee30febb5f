// Patch one tree into the shape of another. What has an id is kept and moved, so that focus stays and CSS animates it.
const KEPT = "k"; // what is there already and stays; what else it says about the board: web/svg_diff.py
const AHEAD = 6; // how far is looked for the same thing without an id, when something before it has come or gone
let root = null, seen = null, left = [];

// `changes.appeared` gets the elements with an id that are new; `changes.moved` those that come from elsewhere, with where.
export function morph(old, html, changes = null) {
  const wanted = parsed(html);
  begin(old, changes, wanted);
  children(old, wanted);
  end();
}

// Some groups of one picture look different now: its parts by number, others by their id.
export function morphGroups(svg, html, changes = null) {
  const wanted = parsed(`<svg>${html}</svg>`).firstChild;
  begin(svg, changes, wanted);
  for (const each of [...wanted.children]) {
    const part = each.dataset.part, old = part ? svg.querySelector(`:scope > [data-part="${part}"]`) : here(each.id);
    if (each.nodeName === KEPT) left.push([svg, old]); // there are fewer parts now
    else if (old) node(old, each);
    else if (part) place(svg, each, null);
    else throw new Error(`no ${each.id} here`);
  }
  end();
}

// One element becomes this one.
export function morphOne(old, html) {
  const wanted = parsed(html).firstElementChild;
  begin(old, null, wanted);
  node(old, wanted);
  end();
}

function parsed(html) {
  const wanted = document.createElement("template");
  wanted.innerHTML = html;
  return wanted.content;
}

function here(id) {
  const found = document.getElementById(id);
  return found && root.contains(found) ? found : null;
}

// Where things are is read before anything changes: later every such question would lay out the page anew.
function begin(old, changes, wanted) {
  root = old;
  seen = changes;
  left = [];
  if (!seen || !root.firstChild) return;
  for (const each of wanted.querySelectorAll(`[id], ${KEPT}[of]`)) {
    const kept = each.parentNode !== wanted && here(named(each));
    if (kept && home(kept) !== home(each)) seen.moved.push([kept, kept.getBoundingClientRect()]);
  }
}

function home(element) {
  const found = element.parentNode.closest?.("[id], [data-part]");
  return found && found !== root ? found.id || found.dataset.part : "";
}

// What nobody wanted goes last: until then it can be found and moved to where it is wanted.
function end() {
  for (const [parent, each] of left) if (each.parentNode === parent) each.remove();
  root = seen = null;
  left = [];
}

function alike(a, b) {
  return a.nodeType === b.nodeType && a.nodeName === b.nodeName && !a.id && !b.id;
}

const named = (wanted) => (wanted.nodeName === KEPT ? wanted.getAttribute("of") : wanted.id);

function same(old, wanted) {
  return wanted.nodeName === KEPT ? old.id === named(wanted) : old.isEqualNode(wanted);
}

function children(old, wanted) {
  let first = old.firstChild, next = wanted.firstChild, last = old.lastChild, after = null;
  while (first && next && same(first, next)) { first = first.nextSibling; next = next.nextSibling; }
  const rest = [], ids = new Set();
  for (; next; next = next.nextSibling) rest.push(next);
  while (first && rest.length && last !== first.previousSibling && same(last, rest.at(-1))) { // most changes are in one place
    after = last;
    last = last.previousSibling;
    rest.pop();
  }
  for (const each of rest) if (named(each)) ids.add(named(each));
  for (const [n, each] of rest.entries()) {
    while (first && first !== after && first.id && !ids.has(first.id)) { left.push([old, first]); first = first.nextSibling; }
    const id = named(each), kept = id && here(id);
    if (!id) for (const far = ahead(first, after, each); far && first !== far; first = first.nextSibling) left.push([old, first]);
    if (!kept && each.nodeName === KEPT) throw new Error(`no ${id} here`);
    if (kept && (each.nodeName === KEPT || kept.nodeName === each.nodeName) && !kept.contains(old)) {
      if (kept === first) first = first.nextSibling;
      else old.insertBefore(kept, first);
      if (each.nodeName !== KEPT) node(kept, each);
      if (first && first.parentNode !== old) first = kept.nextSibling; // it was needed further inside
    } else if (first && first !== after && alike(first, each) && !rest.slice(n + 1, n + 1 + AHEAD).some((later) => first.isEqualNode(later))) {
      node(first, each);
      first = first.nextSibling;
    } else {
      const made = place(old, each, first);
      if (first && first.parentNode !== old) first = made.nextSibling;
    }
  }
  for (; first && first !== after; first = first.nextSibling) left.push([old, first]);
}

// What becomes of what is inside, one after the other; what is not spoken of stays.
function edit(old, wanted) {
  let at = old.firstChild;
  const next = () => {
    const found = at;
    if (!found) throw new Error("there is less here");
    at = at.nextSibling;
    return found;
  };
  for (const each of [...wanted.childNodes].slice(1)) {
    const about = (name) => each.getAttribute?.(name);
    if (each.nodeName !== KEPT) {
      if (about("k") !== "") { place(old, each, at); continue; }
      each.removeAttribute("k");
      node(next(), each);
    } else if (about("of")) {
      const kept = here(about("of"));
      if (!kept) throw new Error(`no ${about("of")} here`);
      if (kept === at) next();
      else old.insertBefore(kept, at);
    } else if (at && at.id === (about("gone") || about("by"))) {
      if (about("gone")) left.push([old, at]);
      next();
    } else {
      for (let n = about("n"); n > 0; n--) next();
      for (let n = about("out"); n > 0; n--) left.push([old, next()]);
    }
  }
}

// The same thing a little further on: what stands before it is not wanted any more.
function ahead(first, after, wanted) {
  let each = first;
  for (let n = 0; n <= AHEAD && each && each !== after && !each.id; n++) {
    if (each.isEqualNode(wanted)) return each;
    each = each.nextSibling;
  }
  return null;
}

// Something new, which may have a place inside it for what is there already.
function place(parent, wanted, before) {
  const adopts = [...wanted.querySelectorAll?.(`[id], ${KEPT}[of]`) || []].some((each) => here(named(each)));
  const made = adopts ? wanted.cloneNode(false) : wanted;
  parent.insertBefore(made, before);
  if (made.id && seen) seen.appeared.push(made);
  if (adopts) children(made, wanted);
  return made;
}

function node(old, wanted) {
  if (old.isEqualNode(wanted)) return; // most of a board stays as it is, and the browser sees that much faster
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.nodeValue !== wanted.nodeValue) old.nodeValue = wanted.nodeValue;
    return;
  }
  attributes(old, wanted);
  if (wanted.firstChild?.nodeName === KEPT && !named(wanted.firstChild)) edit(old, wanted);
  else children(old, wanted);
}

// By their names: a list of attributes would make an object of each.
function attributes(old, wanted) {
  for (const name of old.getAttributeNames()) if (!wanted.hasAttribute(name) && name !== "open") old.removeAttribute(name);
  for (const name of wanted.getAttributeNames()) {
    const value = wanted.getAttribute(name);
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
}
