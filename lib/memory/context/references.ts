import { windowLimits } from '@/lib/shared/limits/window'

/** Earlier turns that a message refers to by number; `same` and `decided` are texts to look for. */
export type References = { numbers: number[]; same: string | null; decided: string | null }

const NUMBERED =
  /\bturns?\s+(?:no\.?\s*|number\s+)?#?(\d{1,6}(?:\s*(?:,|-|–|&|\band\b|\bto\b|\bor\b)\s*(?:turns?\s+)?#?\d{1,6})*)(?!\s*(?:°|%|degrees?|times?|pages?|percent|minutes?|hours?|rounds?|of conversation)\b)(?![\d°%])/gi
const SAME =
  /\bthe same\b([^.?!\n]{0,80}?)\b(?:as|like)\s+(?:before|earlier|last time|the last time|previously|the other day)\b/i
const AS_BEFORE = /\b(?:as|like)\s+(?:before|last time|we did (?:before|last time|earlier))\b/i
const PREVIOUS = /\bthe\s+([\p{L} -]{2,40}?)\s+(?:from|of)\s+(?:before|earlier|last time)\b/iu
const DECIDED =
  /\b(?:what|which|as|how|that|the [\p{L}-]+)\s+(?:did\s+)?we(?:['’]ve| had| have)?\s+(?:just |already |once )?(?:decided?|agreed?|settled?|chose|choose|concluded?|discussed?|planned)\s*(?:to use\s+|with\s+)?(?:about|on|upon|for|regarding|as to|concerning)\s+([^.?!\n]{2,120})/iu
const OUR_DECISION =
  /\bour\s+(?:decision|agreement|choice|conclusion|plan|discussion)\s+(?:about|on|for|regarding|concerning)\s+([^.?!\n]{2,120})/iu

/** A range counts as its ends and what lies between them. */
function numbersIn(list: string): number[] {
  const found: number[] = []
  for (const [, from = '', , to] of list.matchAll(/(\d+)(\s*(?:-|–|\bto\b)\s*#?(\d+))?/gi)) {
    const [low, high] = [Number(from), Number(to ?? from)]
    for (let number = low; number <= high && found.length <= windowLimits.referred; number++)
      found.push(number)
  }
  return found
}

/** Reads the beginning of a message. */
export function referencesIn(message: string): References {
  const text = message.slice(0, windowLimits.readChars)
  const numbers = [...text.matchAll(NUMBERED)].flatMap(([, list = '']) => numbersIn(list))
  const same = SAME.exec(text) ?? AS_BEFORE.exec(text) ?? PREVIOUS.exec(text)
  const decided = DECIDED.exec(text) ?? OUR_DECISION.exec(text)
  const sentence = same && sentenceAround(text, same.index)
  return {
    numbers: [...new Set(numbers)].filter((number) => number > 0),
    same: sentence ? withoutPhrase(sentence) : null,
    decided: decided?.[1]?.trim() || null,
  }
}

function sentenceAround(text: string, at: number): string {
  const from = Math.max(...['.', '!', '?', '\n'].map((mark) => text.lastIndexOf(mark, at - 1))) + 1
  const rest = text.slice(from)
  const end = rest.search(/[.!?](?:\s|$)|\n/)
  return end < 0 ? rest : rest.slice(0, end)
}

/** What is left names the thing itself. */
export const withoutPhrase = (sentence: string) =>
  sentence
    .replace(
      /\b(?:the same|same|(?:as|like|from|of)\s+(?:the\s+)?(?:before|earlier|last time|previously|the other day|we did)|again|please|once more)\b/gi,
      ' ',
    )
    .replace(/[\s,;:]+/g, ' ')
    .trim()
