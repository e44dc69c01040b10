import { isQuestion, kindOf } from '@/lib/heuristics/question'
import { edgesOf } from '@/lib/heuristics/text/edges'
import { sentencesOf } from '@/lib/heuristics/text/sentences'
import { wordSigns } from './words'

/** A sign of how much thought a message needs, and its value in [0, 1]. */
type Feature = [name: string, value: number]

const GO_ON =
  /^(?:yes|yeah|yep|sure|ok(?:ay)?|please|do (?:it|that)|go (?:on|ahead|for it)|continue|and|but|what about|how about|another|more|the (?:other|second|first|same)|now|same|again|why|for|since|shorter|longer|a bit|in|so|then|ja|oui|sí)\b/i
const MOST_AGREED = 80
const AGREES =
  /^(?:\s*(?:yes|yeah|yep|yup|sure|ok(?:ay)?|please|pls|do (?:it|that|so)|go (?:on|ahead|for it)|sounds good|great|ja|bitte|gern|oui|sí|vale|that would be (?:great|good)|thanks)[\s,.!]*){1,5}$/i
const OFFER =
  /(?:shall i|should i|would you like me to|do you want me to|want me to|i (?:can|could)|may i|soll ich)\s+([^?.]{3,300})/gi
const offered = (before: string) => [...edgesOf(before, READ).matchAll(OFFER)].at(-1)?.[1] ?? null
const READ = 2_000
const QUOTED = /"[^"]{12,}"|“[^”]{12,}”|„[^“”]{12,}[“”]|«[^»]{12,}»|`{3}[\s\S]*?`{3}/g
const PASTED = /:\s*\n\s*\n[\s\S]{80,}$/

const step = (value: number, from: number, to: number) =>
  Math.max(0, Math.min(1, (value - from) / (to - from)))

/** What a message asks for, or what it agrees to, without quoted and pasted text. */
function requestIn(message: string, before: string): { text: string; request: string } {
  const offer = message.length < MOST_AGREED && AGREES.test(message) ? offered(before) : null
  const text = edgesOf(offer ?? message, READ).trim()
  return { text, request: text.replace(QUOTED, ' "…" ').replace(PASTED, ': …') }
}

export function signsOf(message: string, before: string): { features: Feature[]; request: string } {
  const { text, request } = requestIn(message, before)
  const sentences = sentencesOf(request)
  const questions = sentences.filter(isQuestion).length
  const kind = kindOf(request)
  const words = request.split(/\s+/).filter(Boolean)
  const letters = words.reduce((sum, word) => sum + word.length, 0)
  const numbers = (request.match(/\d[\d.,]*/g) ?? []).length
  const social = kind === 'greeting' || kind === 'thanks' || kind === 'farewell' || kind === 'acknowledgement'
  const asks = kind === 'question' || kind === 'request'
  const replies = before !== ''
  const names = words.slice(1).filter((word) => /^\p{Lu}\p{Ll}/u.test(word)).length
  const isPersonal =
    /\b(?:i|me|my|mine|we|us|our|you|your|i'm|i've|i'll|i'd|im|ive|ich|mein\w*|je|mon|ma|mi|mis|yo|du|tu)\b/i.test(
      request,
    )
  const features: Feature[] = [
    ['social', social ? 1 : 0],
    ['tells', kind === 'statement' ? 1 : 0],
    ['asks', asks ? 1 : 0],
    ['a request', kind === 'request' ? 1 : 0],
    ['several questions', step(questions, 1, 3)],
    ['several sentences', step(sentences.length, 1, 5)],
    ['short', 1 - step(words.length, 2, 8)],
    ['long', step(words.length, 12, 40)],
    ['very long', step(words.length, 40, 150)],
    ['over 60 letters', step(letters, 50, 90)],
    ['over 120 letters', step(letters, 90, 160)],
    ['over 200 letters', step(letters, 160, 260)],
    ['big words', step(words.filter((word) => word.length >= 8).length / Math.max(1, words.length), 0, 0.3)],
    ['long sentences', step(words.length / Math.max(1, sentences.length), 6, 16)],
    ['long words', step(letters / Math.max(1, words.length), 4.2, 6.5)],
    ['numbers', step(numbers, 1, 4)],
    ['quotes', request.includes('"…"') || request.includes(': …') ? 1 : 0],
    [
      'a definition first',
      /^[A-Z][\w -]* (?:is|are|helps|can be|involves?) [^.?!]*\. [A-Z]/.test(text) ? 1 : 0,
    ],
    ['a reply', replies ? 1 : 0],
    ['agrees', replies && GO_ON.test(text) ? 1 : 0],
    ['was offered', replies && /\?\s*$/.test(before.trim()) ? 1 : 0],
    ['long question', asks ? step(words.length, 10, 30) : 0],
    ['impersonal', isPersonal ? 0 : 1],
    ['proper names', step(names / Math.max(1, words.length), 0, 0.3)],
    [
      'code',
      /[;{}]\s*$|^\s*(?:def|for|if|return|const|let|import|from)\b.*[:;(]|\w+\(\w*\)/m.test(text) ? 1 : 0,
    ],
    ...wordSigns(request),
  ]
  return { features, request }
}

const TOKEN = /\p{L}+(?:['’]\p{L}+)?|\d+|[?!]+|[^\s\p{L}\d]/gu
const MOST_TOKENS = 200

const tokensOf = (text: string): string[] => {
  const tokens: string[] = []
  for (const [token] of text.toLowerCase().replaceAll('’', "'").matchAll(TOKEN)) {
    if (tokens.length === MOST_TOKENS) break
    tokens.push(/^\d/.test(token) ? '#' : token)
  }
  return tokens
}

/**
 * Its tokens, pairs and triples; how it begins (`^`) and ends (`$`); in a reply also `re:` and `b:` (the
 * token before).
 */
export function gramsOf(request: string, before: string): Set<string> {
  const tokens = tokensOf(request)
  const grams = new Set<string>()
  for (const [at, token] of tokens.entries()) {
    grams.add(token)
    if (before) grams.add(`re:${token}`)
    const [next, third] = [tokens[at + 1], tokens[at + 2]]
    if (next !== undefined) grams.add(`${token} ${next}`)
    if (next !== undefined && third !== undefined) grams.add(`${token} ${next} ${third}`)
  }
  for (let words = 1; words <= Math.min(3, tokens.length); words++)
    grams.add(`^${tokens.slice(0, words).join(' ')}`)
  const last = tokens.at(-1)
  if (last) grams.add(`${last}$`)
  const lastBefore = before && tokensOf(before.slice(-200)).at(-1)
  if (lastBefore) grams.add(`b:${lastBefore}`)
  return grams
}
