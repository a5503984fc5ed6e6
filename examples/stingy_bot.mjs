// A bot for a server, without a package: it plays one game of anything, by the options alone.
// Node 22 or newer:  node stingy_bot.mjs http://127.0.0.1:8000 [invite code]
// Node 20 or 21:     node --experimental-websocket stingy_bot.mjs …

const [server = "http://127.0.0.1:8000", code] = process.argv.slice(2);
const cid = () => crypto.randomUUID();
const anyOf = (list) => list[Math.floor(Math.random() * list.length)];
let token = "";

async function call(method, path, body) {
  const headers = { "content-type": "application/json" };
  if (token) headers.authorization = `Bearer ${token}`;
  const answer = await fetch(server + path, { method, headers, body: body && JSON.stringify(body) });
  const told = await answer.json();
  if (!answer.ok) throw new Error(`${path}: ${told.code} ${told.text}`);
  return told;
}

// Every sum that some of the cards add up to, each with cards that do.
function sums(pool) {
  const found = new Map([[0, []]]);
  for (const card of pool)
    for (const [sum, cards] of [...found])
      if (!found.has(sum + card)) found.set(sum + card, [...cards, card]);
  return found;
}

function cheapest({ pool, least, fewest }) {
  const found = sums(pool);
  const cards = found.get(Math.min(...[...found.keys()].filter((sum) => sum >= least)));
  const rest = [...pool].sort((a, b) => a - b);
  for (const card of cards) rest.splice(rest.indexOf(card), 1);
  while (cards.length < fewest) cards.push(rest.shift());
  return cards;
}

// An option is a template with a gap; there are four shapes, whatever the game.
function choose(options) {
  const option = anyOf(options);
  const { action } = option;
  switch (option.option) {
    case "choice":
      return anyOf(option.actions);
    case "range":
      return { ...action, [option.field]: option.low };
    case "pick":
      return { ...action, [option.field]: cheapest(option) };
    case "placement":
      return {
        ...action,
        [option.piece_field]: anyOf(option.pieces),
        [option.spot_field]: anyOf(option.spots),
      };
  }
}

({ token } = await call("POST", "/api/programs", { name: "Elsa" }));
const { table } = code
  ? await call("GET", `/api/codes/${code}`)
  : await call("POST", "/api/tables", { seats: 3, bots: ["farmer", "farmer"], pace: "fast" });
console.log(`at table ${table}`);
const request = { type: code ? "join" : "start" };
await call("POST", `/api/tables/${table}/commands`, { cid: cid(), request });

const { ticket, socket } = await call("POST", `/api/tables/${table}/ticket`, {});
const wire = new WebSocket(server.replace("http", "ws") + socket);
const send = (frame) => wire.send(JSON.stringify(frame));
wire.onopen = () => send({ type: "hello", ticket, client: "stingy/1.0" });
wire.onclose = ({ reason }) => reason && console.error(`closed: ${reason}`);
// At a fast table much happens in a second, and a server admits 100 frames in 20 s from a socket: answer when it is quiet.
let answer;
wire.onmessage = ({ data }) => {
  const frame = JSON.parse(data);
  if (frame.type === "ping") send({ type: "pong", nonce: frame.nonce });
  if (frame.type !== "snapshot" && frame.type !== "step") return;
  clearTimeout(answer);
  if (frame.party?.stage === "ended") {
    console.log(`seat ${frame.you}: ${JSON.stringify(frame.view.phase)}`);
    wire.close();
  } else if (frame.options.length) {
    const command = { cid: cid(), moment: frame.view.moment, action: choose(frame.options) };
    answer = setTimeout(() => send({ type: "cmd", ...command }), 200);
  }
};
