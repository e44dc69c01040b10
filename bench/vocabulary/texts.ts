import { inventedWords } from '@/lib/memory/text/testing-names'
import { pick, type Random, seededRandom, whole } from '../seed/random'

const HEX = '0123456789abcdef'
const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
function drawn(random: Random, signs: string, length: number): string {
  let text = ''
  while (text.length < length) text += signs.charAt(Math.floor(random() * signs.length))
  return text
}

const LEVELS = ['INFO', 'WARN', 'ERROR', 'DEBUG']
const PARTS = 'gateway scheduler payments ledger mailer indexer uploader search session worker'.split(' ')
const VERBS = 'accepted rejected retried finished started dropped flushed opened closed merged'.split(' ')

const uuid = (random: Random) => [8, 4, 4, 4, 12].map((length) => drawn(random, HEX, length)).join('-')
function logLine(random: Random, i: number): string {
  const at = new Date(Date.UTC(2031, 0, 1) + i * 37).toISOString()
  const about = `${pick(random, PARTS)}: request ${uuid(random)} ${pick(random, VERBS)}`
  return `${at} ${pick(random, LEVELS)} ${about} after ${whole(random, 1, 9_999)} ms trace=${drawn(random, HEX, 16)}`
}

/** A line of a kind of text whose number of distinct words grows with its length. */
export type Kind = { name: string; line(random: Random, i: number): string }
export const KINDS: Kind[] = [
  { name: 'log lines', line: logLine },
  { name: 'hex', line: (random) => Array.from({ length: 6 }, () => drawn(random, HEX, 10)).join(' ') },
  { name: 'base64', line: (random) => drawn(random, BASE64, 76) },
  {
    name: 'invented words',
    line: (random) => Array.from({ length: 8 }, () => drawn(random, LETTERS, whole(random, 6, 11))).join(' '),
  },
]

export type Turn = { userText: string; answer: string }
/** Turns of about `chars` characters in total and `each` per turn; a few contain a search target. */
export function* turnsOf(kind: Kind, chars: number, each: number, said: readonly string[]): Generator<Turn> {
  const random = seededRandom(7)
  let line = 0
  const turns = Math.ceil(chars / each)
  for (let turn = 0; turn < turns; turn++) {
    let userText = ''
    while (userText.length < each) userText += `${kind.line(random, line++)}\n`
    const answer = said[Math.floor((turn * said.length) / turns)]
    yield { userText, answer: turn % Math.ceil(turns / said.length) === 0 ? (answer ?? '') : 'Noted.' }
  }
}

/** Sentences with a unique word. */
export const sentences = (count: number): { text: string; word: string }[] =>
  inventedWords(count).map((word) => ({
    word,
    text: `The lighthouse of ${word} was painted green last summer.`,
  }))
