// In the page of JupyterLab: what the tests ask of it, as the object `probe`.
(() => {
  if (window.probe || window.top !== window) return;
  const app = () => window.jupyterapp;
  let panel = null; // the NotebookPanel that is open

  const command = async (name, args) => { await app().commands.execute(name, args); };

  const open = async path => {
    panel = await app().commands.execute("docmanager:open", { path, factory: "Notebook" });
    await panel.context.ready;
    await panel.sessionContext.ready;
    await panel.revealed;
  };

  const close = async () => {
    await panel.sessionContext.shutdown();
    panel.context.model.dirty = false; // no question about saving
    panel.dispose();
    panel = null;
  };

  const cells = () => Array.from(panel.content.widgets);

  const outputs = function* () {
    for (const [k, cell] of cells().entries()) {
      const list = cell.model.outputs;
      for (let i = 0; list && i < list.length; i++) yield [k, list.get(i).toJSON()];
    }
  };

  const runAll = async () => {
    await app().commands.execute("notebook:run-all-cells");
    const bad = [];
    for (const [k, output] of outputs()) {
      if (output.output_type === "error") bad.push(`cell ${k}: ${output.ename}: ${output.evalue}`);
      if (output.name === "stderr") bad.push(`cell ${k}: ${[].concat(output.text).join("")}`);
    }
    cells().forEach((cell, k) => {
      const source = cell.model.sharedModel.source.trim();
      if (cell.model.type === "code" && source && cell.model.executionCount === null) {
        bad.push(`cell ${k} was not run`);
      }
    });
    return bad;
  };

  const ask = async code => {
    const kernel = panel.sessionContext.session.kernel;
    const future = kernel.requestExecute({ code, store_history: false, allow_stdin: false });
    let said = "";
    future.onIOPub = message => {
      if (message.header.msg_type === "stream") said += message.content.text;
      if (message.header.msg_type === "error") said = message.content.traceback.join("\n");
    };
    await future.done;
    return said;
  };

  const VIEW = "application/vnd.jupyter.widget-view+json";
  const panels = () =>
    [...outputs()].filter(([, o]) => o.data && o.data[VIEW]).map(([k, o]) => [k, o.data[VIEW].model_id]);

  const scrollTo = async k => {
    const cell = cells()[k];
    panel.content.activeCellIndex = k;
    await panel.content.scrollToItem(k, "start");
    cell.node.dataset.probeCell = k;
  };

  // The browser writes HTML in its own way: read the string as it does, and compare.
  const sameHtml = (node, html) => {
    const twin = document.createElement("div");
    twin.innerHTML = html;
    return twin.innerHTML === node.innerHTML;
  };

  // -- what can be read, and by whom --------------------------------------------------------------

  const rgba = text => {
    const [r, g, b, a = 1] = text.match(/[\d.]+/g).map(Number);
    return [r, g, b, a];
  };
  const over = ([r, g, b, a], below) => [r, g, b].map((v, k) => v * a + below[k] * (1 - a));
  const luminance = colour => {
    const [r, g, b] = colour.map(v => v / 255).map(v => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ratio = (a, b) => {
    const [x, y] = [luminance(a), luminance(b)].sort((p, q) => q - p);
    return (x + 0.05) / (y + 0.05);
  };
  const opacity = node => {
    let all = 1;
    for (let e = node; e instanceof Element; e = e.parentElement) all *= Number(getComputedStyle(e).opacity);
    return all;
  };
  const isShape = e => e instanceof SVGGeometryElement;
  const layer = e => {
    const style = getComputedStyle(e);
    if (!isShape(e)) return rgba(style.backgroundColor);
    if (style.fill === "none") return [0, 0, 0, 0];
    const [r, g, b, a] = rgba(style.fill);
    return [r, g, b, a * Number(style.fillOpacity) * opacity(e)];
  };

  const texts = function* (root) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode;
      const parent = node.parentElement;
      if (!node.data.trim() || parent.closest("style, script, title, desc")) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const box of range.getClientRects()) if (box.width > 1) yield [node, parent, box];
    }
  };

  // Everything that is painted under the middle of each text, and how the text stands out against it.
  const contrast = root => {
    const found = [];
    for (const [node, parent, box] of texts(root)) {
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      const stack = document.elementsFromPoint(x, y);
      const from = stack.indexOf(parent);
      if (from < 0) continue; // outside of the window, or covered
      let ground = [255, 255, 255];
      for (const element of stack.slice(from).reverse()) ground = over(layer(element), ground);
      const style = getComputedStyle(parent);
      const [r, g, b, a] = rgba(parent instanceof SVGElement ? style.fill : style.color);
      const shown = over([r, g, b, a * opacity(parent)], ground);
      found.push([node.data.trim().slice(0, 30), ratio(shown, ground)]);
    }
    return found;
  };

  // What can be reached and has no name, pictures and tables without words for them.
  const nameless = root => {
    const named = e =>
      e.getAttribute("aria-label") || e.textContent.trim() || e.title ||
      (e.id && document.querySelector(`label[for="${e.id}"]`)) || e.closest("label");
    const bad = [];
    for (const e of root.querySelectorAll("button, input, select, a, [tabindex], [contenteditable=true]")) {
      const value = e.matches("[role=slider], [contenteditable=true]") && !e.getAttribute("aria-label");
      if (value || !named(e)) bad.push(e.outerHTML.slice(0, 120));
    }
    for (const e of root.querySelectorAll("svg")) {
      if (e.getAttribute("role") !== "img" || !(e.getAttribute("aria-label") || "").trim()) bad.push("svg");
    }
    for (const e of root.querySelectorAll("img:not([alt])")) bad.push(e.outerHTML.slice(0, 120));
    for (const e of root.querySelectorAll("table")) {
      const title = (e.caption ? e.caption.textContent : "") || e.getAttribute("aria-label") || "";
      if (!title.trim()) bad.push(`table: ${e.textContent.slice(0, 60)}`);
    }
    return bad;
  };

  // Texts that the edge of their picture cuts, and pictures that are wider than their place.
  const cut = root => {
    const bad = [];
    for (const [node, parent, box] of texts(root)) {
      const svg = parent.closest("svg");
      if (!svg) continue;
      const frame = svg.getBoundingClientRect();
      const inside = box.left >= frame.left - 2 && box.right <= frame.right + 2;
      if (!inside || box.top < frame.top - 4 || box.bottom > frame.bottom + 4) bad.push(`cut: ${node.data}`);
    }
    if (root.scrollWidth > root.clientWidth + 1) bad.push(`${root.scrollWidth} wide in ${root.clientWidth}`);
    return bad;
  };

  // Characters that come out as the box of a missing glyph, in a font as the page uses it.
  const tofu = (characters, font) => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 48, height: 48 });
    const pen = canvas.getContext("2d", { willReadFrequently: true });
    pen.font = `24px ${font}`;
    pen.textBaseline = "middle";
    const drawn = character => {
      pen.clearRect(0, 0, 48, 48);
      pen.fillText(character, 8, 24);
      return pen.getImageData(0, 0, 48, 48).data.join();
    };
    const missing = drawn("\u0378"); // never assigned
    return [...characters].filter(character => drawn(character) === missing);
  };
  const fonts = () => {
    const style = getComputedStyle(document.body);
    return ["content", "code", "ui"].map(kind => style.getPropertyValue(`--jp-${kind}-font-family`));
  };

  // -- the way of the Tab key: where it stops, by widget of the bar, line and place on the line ------

  const reachable = root =>
    [...root.querySelectorAll("button, input, select, a[href], [tabindex], [contenteditable=true]")].filter(
      e => (e.tabIndex >= 0 || e.isContentEditable) && !e.disabled && e.offsetParent !== null);
  const place = (root, e) => {
    const bar = [...root.firstElementChild.children];
    const widget = bar.findIndex(w => w.contains(e));
    const box = e.getBoundingClientRect();
    const whole = bar[widget] ? bar[widget].getBoundingClientRect() : box;
    const inner = e.closest(".widget-vbox .widget-box");  // a walk has two lines of its own
    const row = Math.round((whole.top + whole.height / 2) / 30) + (inner ? inner.offsetTop / 1000 : 0);
    return { widget, row, x: Math.round(box.left) };
  };
  const stops = root => reachable(root).map(e => place(root, e));
  const firstStop = root => reachable(root)[0];
  const focused = root =>
    root.contains(document.activeElement) ? place(root, document.activeElement) : null;

  // -- how fast: from the key press to the changed picture, and no frame without one ------------------

  let watched = null;
  const watch = picture => {
    const seen = (watched = { dom: [], frame: [], frames: 0, empty: 0, heights: [], pressed: null, on: true });
    const press = event => { seen.pressed = event.timeStamp; };
    window.addEventListener("keydown", press, true);
    const observer = new MutationObserver(() => {
      if (seen.pressed === null) return;
      const start = seen.pressed;
      seen.pressed = null;
      seen.dom.push(performance.now() - start);
      requestAnimationFrame(() => seen.frame.push(performance.now() - start));
    });
    observer.observe(picture, { childList: true, subtree: true, characterData: true });
    const look = () => {
      seen.frames += 1;
      const height = picture.offsetHeight;
      if (height < 20 || !picture.childElementCount) seen.empty += 1;
      if (seen.heights.at(-1) !== height) seen.heights.push(height);
      if (seen.on) requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
    seen.stop = () => {
      seen.on = false;
      observer.disconnect();
      window.removeEventListener("keydown", press, true);
    };
  };
  const settled = async milliseconds => {
    const end = performance.now() + milliseconds;
    while (watched.pressed !== null && performance.now() < end) await new Promise(requestAnimationFrame);
  };
  const unwatch = () => {
    watched.stop();
    const { dom, frame, frames, empty, heights } = watched;
    return { dom, frame, frames, empty, heights };
  };

  // Many keys in a row, each as soon as the picture of the one before stands on the page.
  const hammer = async (handle, picture, count) => {
    const changed = () => new Promise(done => {
      const observer = new MutationObserver(() => { observer.disconnect(); done(true); });
      observer.observe(picture, { childList: true, subtree: true, characterData: true });
      setTimeout(() => { observer.disconnect(); done(false); }, 2000);
    });
    let key = "Right", missed = 0;
    for (let k = 0; k < count; k++) {
      const [now, low, high] = ["valuenow", "valuemin", "valuemax"].map(n => Number(handle.getAttribute("aria-" + n)));
      if (now >= high) key = "Left";
      if (now <= low) key = "Right";
      const wait = changed();
      handle.dispatchEvent(new KeyboardEvent("keydown", { key: "Arrow" + key, bubbles: true, cancelable: true }));
      if (!(await wait)) missed += 1;
    }
    return missed;
  };

  window.probe = { tofu, fonts, contrast, stops, firstStop, focused, watch, settled, unwatch, hammer, nameless, cut, command, open, close, runAll, ask, panels, scrollTo, sameHtml };
})();
