import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { fromBytes, primeBytes } from './group.ts';

/*
 * An exponentiation in this group takes 3 ms of CPU, and a sign-in needs three. On the main thread
 * many sign-ins would block all other answers. OpenSSL's Diffie-Hellman is twice as fast as BigInt.
 * The source is a text because a bundle has no second file for the worker.
 */
const workerSource = `
const { parentPort, workerData } = require('node:worker_threads');
const group = require('node:crypto').createDiffieHellman(Buffer.from(workerData), 2);
const toNumber = (bytes) => BigInt('0x' + Buffer.from(bytes).toString('hex'));
const prime = toNumber(workerData);
function multiply(a, b) {
  const hex = ((toNumber(a) * toNumber(b)) % prime).toString(16);
  return Buffer.from(hex.length % 2 === 0 ? hex : '0' + hex, 'hex');
}
function raise(base, exponent) {
  group.setPrivateKey(exponent);
  return group.computeSecret(base);
}
parentPort.on('message', ({ id, base, exponent, next }) => {
  let power = null;
  try {
    power = raise(base, exponent);
    if (next !== null) power = raise(multiply(next.factor, power), next.exponent);
  } catch {
    power = null;
  }
  parentPort.postMessage({ id, power });
});
`;

interface Answer {
  readonly id: number;
  readonly power: Uint8Array | null;
}

interface Calculator {
  readonly worker: Worker;
  readonly waiting: Map<number, { resolve: (power: bigint | null) => void; reject: Reject }>;
}

type Reject = (error: Error) => void;

const calculators: Calculator[] = [];
const calculatorLimit = Math.max(1, Math.min(4, availableParallelism()));
let lastId = 0;

/**
 * Returns base^exponent in the group. Returns `null` for the bases 0, 1 and p−1, which no honest
 * client sends.
 */
export async function power(base: bigint, exponent: Buffer): Promise<bigint | null> {
  return await calculate({ base: toBytes(base), exponent, next: null });
}

/**
 * Returns (factor · base^exponent)^outer in one step, because waking a worker costs a third of an
 * exponentiation.
 */
export async function powerOfProduct(
  factor: bigint,
  base: bigint,
  exponent: Buffer,
  outer: Buffer,
): Promise<bigint | null> {
  const next = { factor: toBytes(factor), exponent: outer };
  return await calculate({ base: toBytes(base), exponent, next });
}

interface Task {
  readonly base: Buffer;
  readonly exponent: Buffer;
  readonly next: { readonly factor: Buffer; readonly exponent: Buffer } | null;
}

async function calculate(task: Task): Promise<bigint | null> {
  const { worker, waiting } = pickCalculator();
  lastId += 1;
  const id = lastId;
  return await new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    // A worker keeps the process alive only while it has to answer.
    worker.ref();
    worker.postMessage({ id, ...task });
  });
}

function pickCalculator(): Calculator {
  const idle = calculators.find((calculator) => calculator.waiting.size === 0);
  if (idle) return idle;
  if (calculators.length < calculatorLimit) return startCalculator();
  return calculators.reduce((a, b) => (b.waiting.size < a.waiting.size ? b : a));
}

function startCalculator(): Calculator {
  const worker = new Worker(workerSource, { eval: true, workerData: primeBytes });
  const waiting: Calculator['waiting'] = new Map();
  const calculator = { worker, waiting };
  worker.unref();
  worker.on('message', ({ id, power: bytes }: Answer) => {
    waiting.get(id)?.resolve(bytes === null ? null : fromBytes(Buffer.from(bytes)));
    waiting.delete(id);
    if (waiting.size === 0) worker.unref();
  });
  const retire = (error: Error) => {
    const index = calculators.indexOf(calculator);
    if (index !== -1) calculators.splice(index, 1);
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  worker.on('error', retire);
  worker.on('exit', () => retire(new Error('The exponentiation worker ended')));
  calculators.push(calculator);
  return calculator;
}

function toBytes(value: bigint): Buffer {
  const hex = value.toString(16);
  return Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
}
