import {
  arm,
  arrow,
  circle,
  type Drawing,
  findShoulder,
  floor,
  frontLeg,
  frontShoulders,
  frontTorso,
  leg,
  line,
  pad,
  type Point,
  sideTorso,
  stack,
  swirl,
  turn,
} from './drawing-kit.ts';

const hip: Point = [34, 63];
const seat = pad([25, 72], [46, 72]);
const post = line([34, 75], [34, 90]);

const abdominal: Drawing = {
  frame: floor + post + line([21, 52], [12, 52], [12, 90]) + line([64, 90], [64, 78]),
  pads: seat + pad([21, 38], [21, 63]),
  far: leg(hip, { to: [51, 86], bend: -1 }, 0),
  body: sideTorso(hip, -62, -55) + leg(hip, { to: [56, 86], bend: -1 }, 0),
  force: line([40, 63], [57, 51]) + circle([60, 49], 4) + turn([34, 63], 46, -72, -28),
  near: arm(findShoulder(hip, -62), { to: [58, 40], bend: 1 }),
};

const back: Point = [44, 63];

const backExtension: Drawing = {
  frame: floor + line([44, 75], [44, 90]) + line([80, 66], [72, 88]),
  pads: pad([34, 72], [54, 72]),
  far: '',
  body: sideTorso(back, -118, -110) + leg(back, { to: [69, 80], bend: -1 }, -60),
  force: line([44, 66], [24, 50]) + circle([22, 45], 4) + turn([44, 63], 49, -72, -118),
  near: arm(findShoulder(back, -118), { to: [46, 42], bend: 1 }),
};

const middle: Point = [48, 61];
const { left, right } = frontShoulders(middle);

const rotaryTorso: Drawing = {
  frame:
    floor + line([48, 76], [48, 90]) + line([70, 8], [70, 24]) + line([26, 90], [26, 8], [70, 8]),
  pads: pad([34, 73], [62, 73]),
  far: '',
  body:
    sideTorso([47, 62], -90) +
    frontLeg([43, 63], [40, 68], [40, 85]) +
    frontLeg([53, 63], [56, 68], [56, 85]),
  force: line([70, 24], [70, 46]) + swirl([48, 56], 30),
  near: arm(findShoulder([47, 62], -90), { to: [69, 38], bend: 1 }),
};

const recliner: Point = [32, 66];

const legPress: Drawing = {
  frame:
    floor +
    line([24, 76], [24, 90]) +
    line([24, 82], [74, 82], [74, 66]) +
    line([74, 82], [74, 90]),
  pads: pad([6, 43], [21, 70]) + pad([22, 75], [38, 75]),
  far: '',
  body: sideTorso(recliner, -124, -112) + leg(recliner, { to: [63, 51], bend: -1 }, -80),
  force: line([71, 34], [71, 66]) + arrow([78, 50], [92, 50]),
  near: arm(findShoulder(recliner, -124), { to: [36, 66], bend: 1 }),
};

const sitter: Point = [32, 57];

const legExtension: Drawing = {
  frame: floor + line([38, 68], [38, 90]) + line([21, 58], [18, 66], [30, 66]),
  pads: pad([25, 66], [48, 66]) + pad([19, 32], [22, 57]),
  far: '',
  body: sideTorso(sitter, -98, -92) + leg(sitter, { to: [72, 53], bend: -1 }, -80),
  force: line([52, 58], [69, 53]) + circle([70, 45], 4) + turn([52, 58], 34, 60, 8),
  near: arm(findShoulder(sitter, -98), { to: [40, 63], bend: -1 }),
};

const lying: Point = [46, 53];

const legCurl: Drawing = {
  frame: floor + line([24, 63], [24, 90]) + line([58, 63], [58, 90]),
  pads: pad([10, 62], [64, 62]),
  far: '',
  body: sideTorso(lying, 182, 176) + leg(lying, { to: [72, 34], bend: 1 }, -50),
  force: line([62, 52], [66, 34]) + circle([65, 30], 4) + turn([66, 53], 25, 35, -42),
  near: arm(findShoulder(lying, 182), { to: [28, 76], bend: -1 }),
};

const hands = arm(left, { to: [35, 60], bend: 1 }) + arm(right, { to: [61, 60], bend: -1 });
const hipSeat = pad([38, 73], [58, 73]);

const hipAdduction: Drawing = {
  frame: floor + line([48, 76], [48, 90]),
  pads: hipSeat,
  far: '',
  body:
    frontTorso(middle) +
    frontLeg([43, 61], [24, 68], [24, 85]) +
    frontLeg([53, 61], [72, 68], [72, 85]),
  force:
    line([33, 66], [33, 80]) +
    line([63, 66], [63, 80]) +
    arrow([4, 68], [16, 68]) +
    arrow([92, 68], [80, 68]),
  near: hands,
};

const hipAbduction: Drawing = {
  frame: floor + line([48, 76], [48, 90]),
  pads: hipSeat,
  far: '',
  body:
    frontTorso(middle) +
    frontLeg([43, 62], [38, 68], [38, 85]) +
    frontLeg([53, 62], [58, 68], [58, 85]),
  force:
    line([29, 63], [29, 77]) +
    line([67, 63], [67, 77]) +
    arrow([22, 70], [8, 70]) +
    arrow([74, 70], [88, 70]),
  near: arm(left, { to: [30, 54], bend: 1 }) + arm(right, { to: [66, 54], bend: -1 }),
};

const standing: Point = [42, 42.5];

const calfRaise: Drawing = {
  frame: floor + stack([74, 50], 40) + line([80, 50], [80, 15]),
  pads: '',
  far: '',
  body: sideTorso(standing, -90, -78) + leg(standing, { to: [41, 82], bend: -1 }, 40),
  force: line([80, 15], [46, 15], [40, 13], [36, 15]) + arrow([22, 64], [22, 36]),
  near: arm(findShoulder(standing, -90), { to: [60, 18], bend: 1 }),
};

export const trunkAndLegDrawings: Readonly<Record<number, Drawing>> = {
  8: abdominal,
  9: backExtension,
  10: rotaryTorso,
  11: legPress,
  12: legExtension,
  13: legCurl,
  14: hipAdduction,
  15: hipAbduction,
  16: calfRaise,
};
