// What is wrong with the text of a board: texts that lie on each other, and texts that leave the board or their paper.
(tolerance) => {
  const pen = document.createElement("canvas").getContext("2d");
  let chosen = "";
  // The corners of the ink of one text on the screen. Turned texts stay exact: the box is turned with them.
  const ink = (element) => {
    const style = getComputedStyle(element), box = element.getBBox();
    const font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    if (font !== chosen) pen.font = chosen = font;
    const size = pen.measureText(element.textContent);
    const above = size.fontBoundingBoxAscent - size.actualBoundingBoxAscent;
    const below = size.fontBoundingBoxDescent - size.actualBoundingBoxDescent;
    const [x, y, right, bottom] = [box.x, box.y + above, box.x + box.width, box.y + box.height - below];
    const matrix = element.getScreenCTM();
    return [[x, y], [right, y], [right, bottom], [x, bottom]].map(([a, b]) => {
      const point = new DOMPoint(a, b).matrixTransform(matrix);
      return [point.x, point.y];
    });
  };
  const spread = (corners, [x, y]) => {
    const along = corners.map(([a, b]) => a * x + b * y);
    return [Math.min(...along), Math.max(...along)];
  };
  const axes = (corners) => [0, 1].map((n) => {
    const [a, b] = [corners[n], corners[n + 1]], length = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
    return [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
  });
  // How deep two turned boxes lie in each other: the least overlap along any of their edges.
  const depth = (one, two) => Math.min(...[...axes(one), ...axes(two)].map((axis) => {
    const [a, b] = spread(one, axis), [c, d] = spread(two, axis);
    return Math.min(b, d) - Math.max(a, c);
  }));
  // A card that lies on another covers its text: then nothing is written over it.
  const FILLED = "rect, path, circle";
  const covered = (one, two, lower, upper, shapes) => {
    const box = [[1, 0], [0, 1]].map((axis) => {
      const [a, b] = spread(one, axis), [c, d] = spread(two, axis);
      return [Math.max(a, c) + 1, Math.min(b, d) - 1];
    });
    return shapes.some(({ shape, edge }) =>
      lower.compareDocumentPosition(shape) & 4 && shape.compareDocumentPosition(upper) & 4 &&
      edge.left <= box[0][0] && edge.right >= box[0][1] && edge.top <= box[1][0] && edge.bottom >= box[1][1]);
  };
  const found = [];
  for (const board of document.querySelectorAll("svg.kv-board")) {
    const name = board.parentElement.dataset.name ?? "", edge = board.getBoundingClientRect();
    const texts = [...board.querySelectorAll("text")].filter((each) => each.textContent.trim() && !each.closest("defs"));
    const inks = texts.map(ink);
    const shapes = [...board.querySelectorAll(FILLED)].filter((each) => getComputedStyle(each).fill !== "none" && !each.closest("defs"))
      .map((shape) => ({ shape, edge: shape.getBoundingClientRect(), own: shape.closest("g[id]") }));
    const frames = inks.map((corners) => [...spread(corners, [1, 0]), ...spread(corners, [0, 1])]);
    inks.forEach((corners, n) => {
      const said = texts[n].textContent;
      const [left, right, top, bottom] = frames[n];
      if (left < edge.left - tolerance || right > edge.right + tolerance || top < edge.top - tolerance || bottom > edge.bottom + tolerance) {
        found.push(`${name}: “${said}” leaves the board`);
      }
      // Words keep to the paper they are printed on; a number may sit on a smaller picture.
      const own = texts[n].closest("g[id]"), [x, y] = [(left + right) / 2, (top + bottom) / 2];
      const paper = said.length > 3 && shapes.findLast(({ shape, edge: e, own: its }) => shape.tagName === "rect" && its === own &&
        shape.compareDocumentPosition(texts[n]) & 4 && e.left <= x && e.right >= x && e.top <= y && e.bottom >= y);
      if (paper && (left < paper.edge.left - tolerance || right > paper.edge.right + tolerance)) {
        found.push(`${name}: “${said}” is wider than what it is printed on`);
      }
      for (let m = n + 1; m < inks.length; m++) {
        const [l, r, t, b] = frames[m];
        if (l > right || r < left || t > bottom || b < top) continue; // far apart, however they are turned
        if (depth(corners, inks[m]) > tolerance && !covered(corners, inks[m], texts[n], texts[m], shapes)) found.push(`${name}: “${said}” and “${texts[m].textContent}” overlap by ${depth(corners, inks[m]).toFixed(1)}`);
      }
    });
  }
  return found;
}
