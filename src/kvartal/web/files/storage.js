// What this device and this tab remember. A browser may refuse to (blocked cookies, a full disk, an app that shows pages):
// then it is remembered as long as the page is open.
function kept(name) {
  const here = new Map();
  return {
    get(key) {
      try { return here.get(key) ?? window[name].getItem(key); } catch { return null; }
    },
    set(key, value) { // whether it will still be known when the page is loaded again
      try { window[name].setItem(key, value); } catch { here.set(key, String(value)); return false; }
      here.delete(key);
      return true;
    },
    remove(key) {
      here.delete(key);
      try { window[name].removeItem(key); } catch { /* nothing was kept */ }
    },
  };
}

export const device = kept("localStorage"), tab = kept("sessionStorage");
