// The icon of the extension: a flag with the sign ≠, drawn here, as a PNG.
//
// Each shape is a function of a point, negative inside (in pixels of a square of 128). A pixel's share of a
// shape is that of 4 × 4 points in it.
import {deflateSync} from 'node:zlib';

const kSize = 128, kPoints = 4;
const kGround = [27, 54, 93], kPole = [236, 240, 246], kCloth = [245, 166, 35], kSign = [27, 54, 93];

// A rectangle with rounded corners.
function box(x, y, left, top, right, bottom, radius) {
  const dx = Math.max(left + radius - x, x - right + radius, 0);
  const dy = Math.max(top + radius - y, y - bottom + radius, 0);
  return Math.hypot(dx, dy) - radius;
}

// A line from a to b with round ends.
function line(x, y, [ax, ay], [bx, by], width) {
  const along = Math.min(Math.max(((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2), 0), 1);
  return Math.hypot(x - ax - along * (bx - ax), y - ay - along * (by - ay)) - width / 2;
}

// The cloth: its upper and lower edges are one wave.
function cloth(x, y) {
  const wave = 5 * Math.sin((x - 34) / 76 * 2 * Math.PI);
  return box(x, y - wave, 34, 24, 110, 80, 3);
}

function sign(x, y) {
  const wave = 5 * Math.sin((x - 34) / 76 * 2 * Math.PI);
  return Math.min(line(x, y - wave, [54, 44], [90, 44], 8), line(x, y - wave, [54, 60], [90, 60], 8),
                  line(x, y - wave, [81, 34], [63, 70], 8));
}

const kShapes = [
  [kGround, (x, y) => box(x, y, 2, 2, 126, 126, 24)],
  [kPole, (x, y) => line(x, y, [30, 20], [30, 112], 9)],
  [kCloth, cloth],
  [kSign, sign],
];

// The colour and opacity of a pixel: the shapes over each other.
function pixel(column, row) {
  let colour = kGround, alpha = 0;
  for (const [paint, shape] of kShapes) {
    let inside = 0;
    for (let i = 0; i < kPoints * kPoints; ++i) {
      const x = column + (i % kPoints + 0.5) / kPoints, y = row + (Math.floor(i / kPoints) + 0.5) / kPoints;
      if (shape(x, y) < 0) ++inside;
    }
    const share = inside / (kPoints * kPoints);
    colour = colour.map((one, at) => one + (paint[at] - one) * share);
    alpha += (1 - alpha) * share;
  }
  return [...colour.map(Math.round), Math.round(255 * alpha)];
}

function crc(bytes) {
  let out = 0xffffffff;
  for (const byte of bytes) {
    out ^= byte;
    for (let bit = 0; bit < 8; ++bit) out = out & 1 ? out >>> 1 ^ 0xedb88320 : out >>> 1;
  }
  return (out ^ 0xffffffff) >>> 0;
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4), check = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc(body));
  return Buffer.concat([length, body, check]);
}

// The bytes of the PNG: 8 bits each of red, green, blue and opacity; each row begins with its filter, none.
export function drawIcon() {
  const rows = [];
  for (let row = 0; row < kSize; ++row) {
    rows.push(0);
    for (let column = 0; column < kSize; ++column) rows.push(...pixel(column, row));
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(kSize, 0);
  head.writeUInt32BE(kSize, 4);
  head.set([8, 6, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.from(rows), {level: 9})), chunk('IEND', Buffer.alloc(0)),
  ]);
}
