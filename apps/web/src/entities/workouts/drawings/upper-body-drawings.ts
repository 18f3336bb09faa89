import {
  arm,
  arrow,
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
  turn,
} from './drawing-kit.ts';

/** Hip of a person who sits upright and looks to the right. */
const hip: Point = [32, 63];
const shoulder = findShoulder(hip, -90);
const nearLeg = leg(hip, { to: [54, 86], bend: -1 }, 0);
const farLeg = leg(hip, { to: [48, 86], bend: -1 }, 0);
const seat = pad([23, 71], [42, 71]);
const backrest = pad([21.5, 34], [21.5, 61]);
const post = line([32, 74], [32, 90]);

const chestPress: Drawing = {
  frame: floor + post + line([21, 46], [11, 46]) + line([11, 90], [11, 8], [60, 8]),
  pads: seat + backrest,
  far: farLeg,
  body: sideTorso(hip, -90) + nearLeg,
  force: line([60, 8], [60, 50]) + arrow([70, 43], [89, 43]),
  near: arm(shoulder, { to: [59, 43], bend: 1 }),
};

const middle: Point = [48, 63];
const { left, right } = frontShoulders(middle);
const frontLegs = frontLeg([43, 63], [37, 68], [37, 85]) + frontLeg([53, 63], [59, 68], [59, 85]);

const pectoralFly: Drawing = {
  frame: floor + line([16, 20], [16, 8], [80, 8], [80, 20]),
  pads: pad([38, 73], [58, 73]),
  far: '',
  body: frontTorso(middle) + frontLegs,
  force:
    line([16, 20], [16, 46]) +
    line([80, 20], [80, 46]) +
    arrow([12, 58], [28, 58]) +
    arrow([84, 58], [68, 58]),
  near: arm(left, { to: [24, 26], bend: -1 }) + arm(right, { to: [72, 26], bend: 1 }),
};

const shoulderPress: Drawing = {
  frame: floor + post + line([21, 46], [11, 46]) + line([11, 38], [11, 90]),
  pads: seat + backrest,
  far: farLeg,
  body: sideTorso(hip, -90) + nearLeg,
  force: line([11, 38], [17, 11], [50, 11]) + arrow([66, 36], [66, 12]),
  near: arm(shoulder, { to: [44, 12], bend: 1 }),
};

const latPulldown: Drawing = {
  frame: floor + line([10, 90], [10, 5], [86, 5], [86, 90]),
  pads: pad([36, 73], [60, 73]),
  far: '',
  body: frontTorso(middle) + frontLegs,
  force:
    line([48, 5], [48, 14]) +
    line([19, 21], [25, 14], [71, 14], [77, 21]) +
    arrow([77, 34], [77, 56]),
  near: arm(left, { to: [27, 15], bend: -1 }) + arm(right, { to: [69, 15], bend: 1 }),
};

const rower: Point = [26, 66];

const seatedRow: Drawing = {
  frame:
    floor +
    stack([78, 50], 40) +
    line([84, 50], [84, 22]) +
    line([70, 66], [66, 84]) +
    line([26, 77], [26, 90]),
  pads: pad([16, 75], [42, 75]),
  far: '',
  body: sideTorso(rower, -94) + leg(rower, { to: [63, 78], bend: -1 }, -70),
  force: line([40, 51], [84, 51]) + arrow([68, 36], [48, 36]),
  near: arm(findShoulder(rower, -94), { to: [39, 51], bend: 1 }),
};

const armCurl: Drawing = {
  frame: floor + post + line([53, 62], [53, 90]),
  pads: seat + pad([42, 54], [58, 62]),
  far: farLeg,
  body: sideTorso(hip, -80) + nearLeg,
  force: line([58, 57], [63, 36], [54, 35]) + turn([49, 52], 28, 12, -48),
  near: arm(findShoulder(hip, -80), { to: [55, 36], bend: 1 }),
};

const tricepsExtension: Drawing = {
  frame: floor + post + line([46, 56], [46, 90]) + line([21, 46], [11, 46], [11, 90]),
  pads: seat + backrest + pad([42, 54], [52, 54]),
  far: farLeg,
  body: sideTorso(hip, -90) + nearLeg,
  force: line([63, 41], [54, 58]) + turn([42, 43], 32, -72, 8),
  near: arm(shoulder, { to: [58.5, 49.5], bend: 1 }),
};

export const upperBodyDrawings: Readonly<Record<number, Drawing>> = {
  1: chestPress,
  2: pectoralFly,
  3: shoulderPress,
  4: latPulldown,
  5: seatedRow,
  6: armCurl,
  7: tricepsExtension,
};
