import * as fs from 'node:fs';
import { promisify } from 'node:util';

import { say } from './output';

/** Of a longer input only the first and the last half of this is kept, in bytes. */
export const MAX_BYTES = 256 * 1024 * 1024;

/** A stream is read no further than this, in bytes: its end would tell. */
export const MAX_STREAM = 4 * 1024 * 1024 * 1024;

/** After so many ms without a byte a message names what we wait for. */
const SILENCE_MS = 3000;

/** So much of the start shows whether it is a text, in bytes. */
const SAMPLE_BYTES = 65_536;

/** So much is read at once, in bytes. */
const BLOCK_BYTES = 1024 * 1024;

/** A text with a larger share of characters that are no text is none. */
const MAX_BROKEN = 0.1;

/** An input cannot be read; the message is a clause that says why. */
export class UnreadableError extends Error {}

/** What people call an input: the file's name, or what `-` stands for. */
export function nameOf(file: string): string {
  return file === '-' ? 'standard input' : file;
}

/** The text of an input. */
export interface IInput {
  readonly text: string;
  /** Whether the middle was left out. */
  readonly cut: boolean;
}

const REASONS = new Map([
  ['EACCES', 'it may not be read'],
  ['EISDIR', 'it is a folder'],
  ['ELOOP', 'its symbolic links lead in a circle'],
  ['ENAMETOOLONG', 'the name is too long'],
  ['ENOENT', 'there is no such file'],
  ['ENOTDIR', 'there is no such file'],
  ['ENXIO', 'it is a socket or a device that cannot be opened']
]);

/**
 * Keeps the first and the last half of `limit` bytes of all that is added, in
 * one buffer: the head stays, the tail runs round in its half.
 *
 * @param limit - a multiple of 4
 */
export class HeadAndTail {
  constructor(limit: number) {
    this.half = limit / 2;
  }

  /** How many bytes were added or skipped. */
  total = 0;

  add(chunk: Uint8Array): void {
    const room = Math.max(this.half - this.total, 0);
    this.put(chunk.subarray(0, room), this.total);
    const rest = chunk.subarray(room);
    const last = rest.subarray(Math.max(rest.length - this.half, 0));
    const seam = this.added % this.half;
    const space = this.half - seam;
    this.put(last.subarray(0, space), this.half + seam);
    this.put(last.subarray(space), this.half);
    this.added += last.length;
    this.total += chunk.length;
  }

  /** Count bytes that were not read, between head and tail. */
  skip(bytes: number): void {
    this.total += bytes;
  }

  /** Whether the start is that of a text. */
  get startsAsText(): boolean {
    const sample = this.decoded(Math.min(this.total, SAMPLE_BYTES));
    const broken = sample.split('\ufffd').length - 1;
    return broken <= MAX_BROKEN * sample.length;
  }

  /** All that was kept, when no more will come; at the cut a line ends. */
  finish(): IInput {
    const { half, total } = this;
    if (total <= 2 * half) {
      return { text: this.decoded(total), cut: false };
    }
    // A file that shrank meanwhile had less of a tail.
    const tail = this.bytes.subarray(half, half + Math.min(this.added, half));
    const seam = this.added <= half ? 0 : this.added % half;
    // Turned round its seam the tail is in order; this needs no second buffer.
    tail.subarray(0, seam).reverse();
    tail.subarray(seam).reverse();
    tail.reverse();
    // A tail that starts inside a character of UTF-16 loses that one.
    const odd = this.isWide ? (total - tail.length) % 2 : 0;
    tail.copyWithin(0, odd);
    tail.write('\n', this.isWide ? 'utf-16le' : 'utf-8');
    return { text: this.decoded(half + tail.length - odd), cut: true };
  }

  /** Copy to a place in the buffer, which grows as it is needed. */
  private put(bytes: Uint8Array, at: number): void {
    if (bytes.length === 0) {
      return;
    }
    const end = at + bytes.length;
    if (end > this.bytes.length) {
      const doubled = Math.max(end, 2 * this.bytes.length, SAMPLE_BYTES);
      const larger = Buffer.alloc(Math.min(doubled, 2 * this.half));
      larger.set(this.bytes);
      this.bytes = larger;
    }
    this.bytes.set(bytes, at);
  }

  /** PowerShell's redirection writes UTF-16. */
  private get isWide(): boolean {
    return this.total > 1 && this.bytes.readUInt16LE() === 0xfeff;
  }

  private decoded(length: number): string {
    // In one piece: decoding a stream takes twice the memory.
    return new TextDecoder(this.isWide ? 'utf-16le' : 'utf-8').decode(
      this.bytes.subarray(0, length)
    );
  }

  private readonly half: number;
  private bytes = Buffer.alloc(0);
  /** How many bytes were put into the tail, which keeps the last of them. */
  private added = 0;
}

/** Read a stream to its end into `kept`, hearing each piece. */
async function pour(
  stream: AsyncIterable<Buffer>,
  kept: HeadAndTail,
  heard: () => void
): Promise<void> {
  let length = 0;
  let isChecked = false;
  const check = (): void => {
    if (!kept.startsAsText) {
      throw new UnreadableError('it is not a text');
    }
    isChecked = true;
  };
  for await (const chunk of stream) {
    heard();
    length += chunk.length;
    if (length > MAX_STREAM) {
      throw new UnreadableError('it has not ended after 4 GiB');
    }
    kept.add(chunk);
    if (!isChecked && kept.total >= SAMPLE_BYTES) {
      check();
    }
  }
  check();
}

const read = promisify(fs.read);

/** `length` bytes of an open file, in one buffer that is filled again and again. */
async function* chunksOf(
  descriptor: number,
  start: number | null = null,
  length = Infinity
): AsyncGenerator<Buffer> {
  const block = Buffer.allocUnsafeSlow(BLOCK_BYTES);
  for (let done = 0; done < length;) {
    const wanted = Math.min(block.length, length - done);
    const at = start === null ? null : start + done;
    const { bytesRead } = await read(descriptor, block, 0, wanted, at);
    if (bytesRead === 0) {
      return;
    }
    done += bytesRead;
    yield block.subarray(0, bytesRead);
  }
}

/** Fill `kept` from an open file: of a long one only what will be kept is read. */
async function fill(
  descriptor: number,
  kept: HeadAndTail,
  heard: () => void
): Promise<void> {
  const stat = fs.fstatSync(descriptor);
  if (stat.isDirectory()) {
    throw new UnreadableError(REASONS.get('EISDIR'));
  }
  if (!stat.isFile() || stat.size <= MAX_BYTES) {
    await pour(chunksOf(descriptor), kept, heard);
    return;
  }
  const half = MAX_BYTES / 2;
  await pour(chunksOf(descriptor, 0, half), kept, heard);
  kept.skip(stat.size - MAX_BYTES);
  await pour(chunksOf(descriptor, stat.size - half, half), kept, heard);
}

async function fillFromFile(
  file: string,
  kept: HeadAndTail,
  heard: () => void
): Promise<void> {
  const descriptor = await promisify(fs.open)(file, 'r');
  try {
    await fill(descriptor, kept, heard);
  } finally {
    fs.closeSync(descriptor);
  }
}

/** The standard input, once read, is used up. */
let stdinIsRead = false;

async function fillFromStdin(
  kept: HeadAndTail,
  heard: () => void
): Promise<void> {
  if (stdinIsRead) {
    throw new UnreadableError('it was read before');
  }
  stdinIsRead = true;
  const stat = fs.fstatSync(0);
  await (stat.isFile() || stat.isDirectory()
    ? fill(0, kept, heard)
    : // Another process may have made the pipe one that does not block.
      pour(process.stdin, kept, heard));
}

/**
 * The text of a file, a pipe or a device; `-` is the standard input. Of more
 * than `MAX_BYTES` the middle is left out. Where nothing comes for a while, for
 * example from a FIFO into which nobody writes, standard error says so.
 *
 * @throws UnreadableError with a clause that says why
 */
export async function readInput(file: string): Promise<IInput> {
  let isTold = false;
  const silence = setTimeout(() => {
    isTold = true;
    void say(`${nameOf(file)}: waiting for it to end, or for Ctrl-C.`);
  }, SILENCE_MS);
  const heard = (): void => {
    if (!isTold) {
      silence.refresh();
    }
  };
  const kept = new HeadAndTail(MAX_BYTES);
  try {
    await (file === '-'
      ? fillFromStdin(kept, heard)
      : fillFromFile(file, kept, heard));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw code === undefined
      ? error
      : new UnreadableError(REASONS.get(code) ?? message);
  } finally {
    clearTimeout(silence);
  }
  return kept.finish();
}
