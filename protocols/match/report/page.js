"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const { board, games } = data;
  const $ = (id) => document.getElementById(id);
  const NS = "http://www.w3.org/2000/svg";
  let game = null, ply = 0, flipped = false, timer = 0;

  const make = (name, attributes, parent) => {
    const node = document.createElementNS(NS, name);
    for (const key in attributes) node.setAttribute(key, attributes[key]);
    if (parent) parent.appendChild(node);
    return node;
  };

  // --- the board

  const layers = {};
  function setBoard() {
    const svg = $("stage");
    svg.setAttribute("viewBox", `0 0 ${board.width} ${board.height}`);
    svg.innerHTML = "";
    if (board.pieces) { $("flip").style.display = "none"; return; }
    for (const name of ["ground", "marks", "men"]) layers[name] = make("g", {}, svg);
    layers.ground.innerHTML = board.boards[flipped ? 1 : 0];
  }

  function drawBoard() {
    if (board.pieces) {
      const picture = game.c.slice();
      for (let n = 0; n < ply; n++) picture.splice(...game.d[n]);
      $("stage").innerHTML = picture.map((number) => board.pieces[number]).join("");
      return;
    }
    const cells = game.c.slice();
    for (let n = 0; n < ply; n++)
      for (let k = 0; k < game.d[n].length; k += 2) cells[game.d[n][k]] = game.d[n][k + 1];
    const points = board.points[flipped ? 1 : 0];
    layers.marks.innerHTML = "";
    if (ply > 0)
      for (let k = 0; k < game.d[ply - 1].length; k += 2) {
        const [x, y] = points[game.d[ply - 1][k]], r = board.mark;
        make("rect", { x: x - r, y: y - r, width: 2 * r, height: 2 * r, rx: r / 6, fill: "var(--mark)", "fill-opacity": 0.32,
          stroke: "var(--mark)", "stroke-width": r / 14, "stroke-opacity": 0.7 }, layers.marks);
      }
    layers.men.innerHTML = cells.map((letter, n) =>
      letter ? `<g transform="translate(${points[n][0]} ${points[n][1]})">${board.men[letter]}</g>` : "").join("");
  }

  // --- scores

  const squash = (score) => 60 - 52 * (2 / (1 + Math.exp(-score / 250)) - 1);
  function drawGraph() {
    const svg = $("graph");
    svg.innerHTML = "";
    const count = Math.max(game.m.length, 1), x = (n) => 8 + 584 * n / count;
    make("line", { x1: 0, x2: 600, y1: 60, y2: 60, stroke: "var(--line)" }, svg);
    for (const value of [-300, -100, 100, 300])
      make("line", { x1: 0, x2: 600, y1: squash(value), y2: squash(value), stroke: "var(--line)", "stroke-dasharray": "2 4" }, svg);
    const colours = ["var(--first)", "var(--second)", "#3b7dd8", "#2e9d57", "#c2569b", "#d88b3b"];
    for (const [seat, colour] of colours.slice(0, game.p.length).entries()) {
      const points = [];
      game.s.forEach((score, n) => { if (score !== null && +game.who[n] === seat) points.push(`${x(n + 1)},${squash(score)}`); });
      make("polyline", { points: points.join(" "), fill: "none", stroke: colour, "stroke-width": 2.5, "stroke-linejoin": "round" }, svg);
    }
    make("line", { x1: x(ply), x2: x(ply), y1: 0, y2: 120, stroke: "var(--accent)", "stroke-width": 1.5 }, svg);
  }

  // --- a game

  function seatLine(node, seat) {
    const last = game.t.map((text, n) => (+game.who[n] === seat && n < ply ? text : null)).filter(Boolean).pop() || "";
    node.innerHTML = "";
    const others = game.p.filter((name, n) => n !== (flipped ? 1 : 0));
    node.append(game.p.length > 2 && node === $("far") ? others.join(" – ") : game.p[seat] || "");
    const more = document.createElement("span");
    more.textContent = last;
    node.append(more);
  }

  function show(to) {
    ply = Math.max(0, Math.min(to, game.m.length));
    drawBoard();
    drawGraph();
    seatLine($("far"), flipped ? 0 : 1);
    seatLine($("near"), flipped ? 1 : 0);
    const end = ply === game.m.length ? ` — ${game.x} ${game.w}${game.e ? ": " + game.e : ""}` : "";
    $("said").textContent = ply ? `${numbered(ply - 1)} ${game.m[ply - 1]} (${game.t[ply - 1]})${end}` : `start${end}`;
    $("fen").textContent = ply ? "" : game.start;
    for (const node of $("moves").querySelectorAll(".now")) node.classList.remove("now");
    const now = $("moves").querySelector(`[data-ply="${ply}"]`);
    if (now) {
      now.classList.add("now");
      const box = $("moves");
      if (now.offsetTop < box.scrollTop + box.offsetTop || now.offsetTop > box.scrollTop + box.offsetTop + box.clientHeight - 30)
        box.scrollTop = now.offsetTop - box.offsetTop - box.clientHeight / 2;
    }
  }

  const numbered = (n) => {
    const at = n + (+game.who[0] || 0), round = Math.floor(at / game.p.length) + 1;
    return at % game.p.length === 0 ? `${round}.` : `${round}…`;
  };

  function open(chosen, to) {
    game = chosen;
    const box = $("moves");
    box.innerHTML = "";
    game.m.forEach((text, n) => {
      const label = numbered(n), together = document.createElement("i");
      if (n === 0 || label.endsWith(".")) {
        const number = document.createElement("span");
        number.className = "number";
        number.textContent = label;
        together.append(number);
      }
      const node = document.createElement("span");
      node.textContent = text;
      node.dataset.ply = n + 1;
      node.title = game.t[n];
      if (n < game.b) node.className = "book";
      node.onclick = () => show(n + 1);
      together.append(node);
      box.append(together, " ");
    });
    for (const row of $("list").rows) row.classList.toggle("now", row.game === game);
    show(to === undefined ? game.m.length : to);
  }

  function fillList() {
    const words = $("search").value.toLowerCase().split(/\s+/).filter(Boolean), wanted = $("result").value;
    const body = $("list").tBodies[0];
    body.innerHTML = "";
    let count = 0;
    for (const one of games) {
      const text = [one.n, ...one.p, one.w, one.e, one.o, one.x].join(" ").toLowerCase();
      if (!words.every((word) => text.includes(word)) || (wanted && (wanted === "fault" ? !one.f : one.x !== wanted))) continue;
      count++;
      const row = body.insertRow();
      row.game = one;
      row.onclick = () => open(one);
      row.classList.toggle("now", one === game);
      const cells = [one.n, one.p.join(" – "), one.x, one.w, Math.ceil(one.m.length / one.p.length)];
      cells.forEach((value, n) => {
        const cell = row.insertCell();
        cell.textContent = value;
        if (n === 3) cell.className = one.f ? "why fault" : "why";
      });
    }
    $("count").textContent = `${count}/${games.length}`;
  }

  // --- controls

  function stop() { clearInterval(timer); timer = 0; $("play").textContent = "▶▶"; }
  function toggle() {
    if (timer) return stop();
    if (ply === game.m.length) show(0);
    $("play").textContent = "❚❚";
    timer = setInterval(() => { show(ply + 1); if (ply === game.m.length) stop(); }, 600);
  }
  function turn() { if (board.pieces) return; flipped = !flipped; setBoard(); show(ply); }

  if (!games.length) { $("games").style.display = "none"; return; }
  const actions = { first: () => show(0), back: () => show(ply - 1), next: () => show(ply + 1), last: () => show(game.m.length), play: toggle, flip: turn };
  for (const id in actions) $(id).onclick = () => { if (id !== "play") stop(); actions[id](); };
  const keys = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last", " ": "play", f: "flip" };
  document.addEventListener("keydown", (event) => {
    const id = keys[event.key];
    if (!id || /INPUT|SELECT/.test(event.target.tagName) || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    $(id).click();
  });
  $("graph").onclick = (event) => {
    const box = $("graph").getBoundingClientRect();
    show(Math.round(((event.clientX - box.left) / box.width * 600 - 8) / 584 * game.m.length));
  };
  $("search").oninput = $("result").onchange = fillList;
  setBoard();
  fillList();
  // "#12.30" opens game 12 at ply 30
  const place = /^#(\d+)(?:\.(\d+))?$/.exec(location.hash);
  const chosen = place && games.find((one) => one.n === +place[1]);
  open(chosen || games[0], place && place[2] ? +place[2] : chosen ? undefined : 0);
})();
