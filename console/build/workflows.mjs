// Lays out the state machines: boxes in ranks from top to bottom, and edges between them.
import { readdir, readFile } from 'node:fs/promises';

const MACHINES = new URL('../../state-machines/', import.meta.url);
const BOX = { width: 152, height: 32 };
const GAP = { x: 24, y: 36 };
const BEND = 16;
const MARGIN = 12;

/** Returns the layout of each state machine by name. */
export async function workflows() {
  const names = (await readdir(MACHINES)).filter(file => file.endsWith('.asl.json')).sort();
  const layouts = {};
  for (const name of names) {
    layouts[name.replace('.asl.json', '')] = layout(JSON.parse(await readFile(new URL(name, MACHINES), 'utf8')));
  }
  return layouts;
}

function layout(machine) {
  const edges = edgesOf(machine);
  const backward = backEdges(machine.StartAt, edges);
  const forward = edges.filter(edge => !backward.has(edge));
  const ranks = ranksOf(Object.keys(machine.States), forward);
  const { rows, chains } = split(ranks, forward);
  order(rows, chains);
  const places = place(rows, chains);
  return draw(machine, places, chains, [...backward], ranks);
}

/** Handlers of errors are drawn only where nothing else leads to them; otherwise they would hide the order. */
function edgesOf(machine) {
  const edges = [];
  const add = (from, to, kind) => {
    if (to && !edges.some(edge => edge.from === from && edge.to === to)) {
      edges.push({ from, to, kind });
    }
  };
  for (const [name, state] of Object.entries(machine.States)) {
    add(name, state.Next, 'next');
    (state.Choices ?? []).forEach(choice => add(name, choice.Next, 'choice'));
    add(name, state.Default, 'choice');
  }
  for (const [name, state] of Object.entries(machine.States)) {
    for (const handler of state.Catch ?? []) {
      if (!edges.some(edge => edge.to === handler.Next && edge.from !== handler.Next)) {
        add(name, handler.Next, 'error');
      }
    }
  }
  return edges;
}

function backEdges(start, edges) {
  const backward = new Set();
  const state = new Map();
  const visit = name => {
    state.set(name, 'open');
    for (const edge of edges.filter(candidate => candidate.from === name)) {
      if (state.get(edge.to) === 'open') {
        backward.add(edge);
      } else if (!state.has(edge.to)) {
        visit(edge.to);
      }
    }
    state.set(name, 'done');
  };
  visit(start);
  return backward;
}

function ranksOf(names, edges) {
  const ranks = new Map(names.map(name => [name, 0]));
  for (let changed = true; changed; ) {
    changed = false;
    for (const { from, to } of edges) {
      if (ranks.get(to) < ranks.get(from) + 1) {
        ranks.set(to, ranks.get(from) + 1);
        changed = true;
      }
    }
  }
  return ranks;
}

/** Splits edges over several ranks at bends, so that they pass between the boxes. */
function split(ranks, edges) {
  const rows = [];
  const put = (rank, cell) => (rows[rank] ??= []).push(cell);
  ranks.forEach((rank, name) => put(rank, { id: name, width: BOX.width }));
  const chains = edges.map((edge, index) => {
    const path = [edge.from];
    for (let rank = ranks.get(edge.from) + 1; rank < ranks.get(edge.to); rank++) {
      const bend = `${index}:${rank}`;
      put(rank, { id: bend, width: BEND });
      path.push(bend);
    }
    return { ...edge, path: [...path, edge.to] };
  });
  return { rows, chains };
}

function neighbours(chains) {
  const above = new Map();
  const below = new Map();
  const add = (map, key, value) => map.set(key, [...(map.get(key) ?? []), value]);
  for (const { path } of chains) {
    for (let index = 1; index < path.length; index++) {
      add(below, path[index - 1], path[index]);
      add(above, path[index], path[index - 1]);
    }
  }
  return { above, below };
}

function order(rows, chains) {
  const { above, below } = neighbours(chains);
  for (let sweep = 0; sweep < 12; sweep++) {
    const down = sweep % 2 === 0;
    const sequence = down ? rows.slice(1) : rows.slice(0, -1).reverse();
    for (const row of sequence) {
      const fixed = rows[rows.indexOf(row) + (down ? -1 : 1)];
      const positions = new Map(fixed.map((cell, index) => [cell.id, index]));
      const weight = cell => {
        const linked = ((down ? above : below).get(cell.id) ?? []).map(id => positions.get(id)).filter(at => at >= 0);
        return linked.length ? linked.reduce((sum, at) => sum + at, 0) / linked.length : row.indexOf(cell);
      };
      const weights = new Map(row.map(cell => [cell, weight(cell)]));
      row.sort((one, other) => weights.get(one) - weights.get(other));
    }
  }
}

/** Moves each cell towards its neighbours without overlaps. */
function place(rows, chains) {
  const { above, below } = neighbours(chains);
  const centers = new Map();
  for (const row of rows) {
    let x = 0;
    for (const cell of row) {
      centers.set(cell.id, x + cell.width / 2);
      x += cell.width + GAP.x;
    }
  }
  for (let round = 0; round < 40; round++) {
    for (const row of rows) {
      const wanted = row.map(cell => {
        const linked = [...(above.get(cell.id) ?? []), ...(below.get(cell.id) ?? [])].map(id => centers.get(id));
        return linked.length ? linked.reduce((sum, at) => sum + at, 0) / linked.length : centers.get(cell.id);
      });
      settle(row, wanted).forEach((x, index) => centers.set(row[index].id, x));
    }
  }
  return { rows, centers };
}

/** Returns the places closest to the wanted ones that keep the order and the gaps: blocks of equal displacement. */
function settle(row, wanted) {
  const offsets = [0];
  for (let index = 1; index < row.length; index++) {
    offsets.push(offsets[index - 1] + row[index - 1].width / 2 + GAP.x + row[index].width / 2);
  }
  const blocks = [];
  wanted.forEach((x, index) => {
    blocks.push({ sum: x - offsets[index], count: 1 });
    while (blocks.length > 1 && mean(blocks.at(-2)) > mean(blocks.at(-1))) {
      const last = blocks.pop();
      blocks.at(-1).sum += last.sum;
      blocks.at(-1).count += last.count;
    }
  });
  return blocks.flatMap(block => Array(block.count).fill(mean(block))).map((shift, index) => shift + offsets[index]);
}

const mean = block => block.sum / block.count;

function draw(machine, { rows, centers }, chains, backward, ranks) {
  const left = Math.min(...rows.flat().map(cell => centers.get(cell.id) - cell.width / 2));
  const lanes = backward.length ? MARGIN * (backward.length + 1) : 0;
  const x = id => Math.round(centers.get(id) - left + MARGIN + lanes);
  const y = rank => MARGIN + rank * (BOX.height + GAP.y);
  const rankOf = new Map(rows.flatMap((row, rank) => row.map(cell => [cell.id, rank])));
  const boxes = [...ranks.keys()].map(id => ({
    name: id,
    type: machine.States[id].Type,
    x: x(id) - BOX.width / 2,
    y: y(rankOf.get(id)),
  }));
  const edges = chains.map(({ path, kind }) => ({ kind, path: curve(path.map(id => [x(id), y(rankOf.get(id))])) }));
  backward.forEach((edge, index) => {
    const lane = MARGIN * (index + 1);
    const [fromY, toY] = [y(rankOf.get(edge.from)) + BOX.height / 2, y(rankOf.get(edge.to)) + BOX.height / 2];
    const [fromX, toX] = [x(edge.from) - BOX.width / 2, x(edge.to) - BOX.width / 2];
    edges.push({ kind: 'back', path: `M${fromX} ${fromY}H${lane + 8}Q${lane} ${fromY} ${lane} ${fromY - 8}V${toY + 8}Q${lane} ${toY} ${lane + 8} ${toY}H${toX - 3}` });
  });
  const right = Math.max(...rows.flat().map(cell => centers.get(cell.id) + cell.width / 2));
  return {
    width: Math.round(right - left) + 2 * MARGIN + lanes,
    height: y(rows.length - 1) + BOX.height + MARGIN,
    box: BOX,
    boxes,
    edges,
  };
}

/** Returns a path through the bends, from the lower side of the first box to the upper side of the last. */
function curve(points) {
  let path = `M${points[0][0]} ${points[0][1] + BOX.height}`;
  let [fromX, fromY] = [points[0][0], points[0][1] + BOX.height];
  points.slice(1).forEach(([toX, top], index) => {
    const last = index === points.length - 2;
    const toY = last ? top - 3 : top;
    const middle = Math.round((fromY + toY) / 2);
    path += `C${fromX} ${middle} ${toX} ${middle} ${toX} ${toY}`;
    if (!last) {
      path += `V${top + BOX.height}`;
    }
    [fromX, fromY] = [toX, top + BOX.height];
  });
  return path;
}
