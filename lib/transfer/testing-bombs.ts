import type { TestDb } from '@/lib/db/testing'
import { importBytes } from './testing-import'

type Piece = string | ((i: number) => string)
/** `pieces` = how many parts of such a file are processed one by one. */
export type Bomb = { name: string; file(bytes: number): string; pieces?(bytes: number): number }

function filled(bytes: number, piece: Piece, between = ','): string {
  const pieces: string[] = []
  for (let size = 0, i = 0; size < bytes; i++) {
    const one = typeof piece === 'string' ? piece : piece(i)
    pieces.push(one)
    size += one.length + between.length
  }
  return pieces.join(between)
}
const list = (bytes: number, piece: Piece) => `[${filled(bytes, piece)}]`
const object = (bytes: number, piece: Piece) => `{${filled(bytes, piece)}}`
const inMessages = (text: string) => `[{"id":"t","messages":${text}}]`
const inContent = (text: string) => inMessages(`[{"role":"user","content":${text}}]`)
const MESSAGE = '{"role":"user","content":"a"}'
const node = (i: number) =>
  `"${i}":{"parent":"${i + 1}","message":{"id":"${i}","author":{"role":"user"},"content":{"parts":["a"]}}}`

const entries = (name: string, one: string): Bomb => ({
  name: `entries: ${name}`,
  file: (bytes) => list(bytes, one),
  pieces: (bytes) => bytes / (one.length + 1),
})
const messages = (name: string, one: string): Bomb => ({
  name: `messages: ${name}`,
  file: (bytes) => inMessages(list(bytes, one)),
})
const shape = (name: string, file: (bytes: number) => string): Bomb => ({ name, file })

/** Files of about `bytes` characters that consist of very many tiny parts. */
export const BOMBS: Bomb[] = [
  entries('the same number', '1'),
  entries('long numbers', '-1.2345678901234567e-300'),
  entries('nulls', 'null'),
  entries('empty lists', '[]'),
  entries('empty objects', '{}'),
  entries('empty texts', '""'),
  entries('conversations without messages', '{"messages":[]}'),
  entries('the same tiny conversation', `{"id":"a","messages":[${MESSAGE}]}`),
  entries('lists as deep as allowed', `${'['.repeat(50)}${']'.repeat(50)}`),
  entries('lists nested too deeply', `${'['.repeat(100)}${']'.repeat(100)}`),
  shape('entries: a wide and deep mix', (bytes) =>
    list(bytes, (i) => `{"a":[[],{},${i},{"b":[null,"",[1,[2,[3]]]]}]}`),
  ),
  shape('numbers, each a document', (bytes) => filled(bytes, '1', '\n')),
  shape('empty objects, each a document', (bytes) => filled(bytes, '{}', '')),
  messages('numbers', '1'),
  messages('empty lists', '[]'),
  { ...messages('tiny', MESSAGE), pieces: (bytes) => bytes / (MESSAGE.length + 1) },
  messages('objects as deep as allowed', `${'{"a":'.repeat(40)}1${'}'.repeat(40)}`),
  shape('tiny messages that are the file itself', (bytes) => list(bytes, MESSAGE)),
  shape('a text made of numbers', (bytes) => inContent(list(bytes, '1'))),
  shape('a text made of tiny texts', (bytes) => inContent(list(bytes, '"a"'))),
  shape('a text made of escapes', (bytes) => inContent(`"${filled(bytes, '\\u0041', '')}"`)),
  shape('a text made of quotation marks', (bytes) => inContent(`"${filled(bytes, '\\"', '')}"`)),
  shape('blanks', (bytes) => `[${' '.repeat(bytes)}]`),
  shape('blank lines', (bytes) => `[${'\n'.repeat(bytes)}]`),
  shape('fields of a conversation', (bytes) => `[${object(bytes, (i) => `"${i}":1`)}]`),
  shape('fields of a document', (bytes) => object(bytes, (i) => `"k${i}":1`)),
  shape('the same field', (bytes) => `[${object(bytes, '"a":1')}]`),
  shape('a long name', (bytes) => `[{"${'k'.repeat(bytes)}":1}]`),
  shape('long names', (bytes) => `[${object(bytes, (i) => `"${i}${'k'.repeat(1_000)}":1`)}]`),
  shape('a tree without a root', (bytes) => `[{"mapping":${object(bytes, (i) => `"${i}":{"parent":"0"}`)}}]`),
  shape('a tree of nulls', (bytes) => `[{"mapping":${object(bytes, (i) => `"${i}":null`)}}]`),
  {
    name: 'a tree of empty nodes',
    file: (bytes) => `[{"mapping":${object(bytes, (i) => `"a${i}":{}`)}}]`,
    pieces: (bytes) => bytes / 9,
  },
  shape('a chain', (bytes) => `[{"current_node":"0","mapping":${object(bytes, node)}}]`),
  shape('Claude messages', (bytes) => `[{"chat_messages":${list(bytes, '{"sender":"human","text":"a"}')}}]`),
  shape(
    'texts of a Mneme export',
    (bytes) => `{"mneme":{"format":1},"conversations":[{"blobs":${list(bytes, '1')}}]}`,
  ),
  shape(
    'what stands before a Mneme export',
    (bytes) => `{"mneme":{"format":1},"x":${list(bytes, '1')},"conversations":[]}`,
  ),
]

/** The report on one file, and how often the event loop went round while it was read. */
export async function tryBomb(test: TestDb, { file }: Bomb, bytes: number) {
  let [turns, over] = [0, false]
  const turn = () => {
    turns += 1
    if (!over) setImmediate(turn)
  }
  setImmediate(turn)
  const report = await importBytes(test, Buffer.from(file(bytes)))
  over = true
  return { report, turns }
}
