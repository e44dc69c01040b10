import type { Db, Prisma } from '@/lib/db/engine/client'
import { isSmallTalk } from '@/lib/heuristics/question'
import { wordSet } from '@/lib/heuristics/text/stop-words'
import { contentWords } from '@/lib/heuristics/text/words'
import { limits } from '@/lib/shared/limits'

const {
  snippets: MOST,
  snippetChars,
  leastSnippet,
  phrase,
  words: MOST_WORDS,
  leastWord,
  rare,
} = limits.forget

const longestFirst = (a: string, b: string) => b.length - a.length
/** Sentences split at characters that JSON escapes, so that they match stored JSON too. */
const piecesOf = (text: string) =>
  text
    .split(/[\n\r"\\\t]|(?<=[.!?])\s+/)
    .map((piece) => piece.trim().slice(0, snippetChars))
    .filter(Boolean)
    .sort(longestFirst)

/** Words that say nothing about a subject: verbs of requests, words of dates, and Wi-Fi. */
const GENERIC = wordSet(
  `wi-fi wifi tell told say said know give show make help need want like think thing things remember please
    monday tuesday wednesday thursday friday saturday sunday january february march april may june july
    august september october november december`,
)
const YEAR = /^(?:19|20)\d\d$/
/** Whether a text has a word that belongs to a subject. */
const isTelling = (text: string) =>
  contentWords(text).some(({ lower }) => !GENERIC.has(lower) && !YEAR.test(lower))
const saysSomething = (piece: string) => !isSmallTalk(piece) && isTelling(piece)

const WORD = /[\p{L}\p{N}](?:[\p{L}\p{N}._@/'’+-]*[\p{L}\p{N}])?/gu
const CODE = /\p{N}|\p{L}[._@/+]\p{L}/u
/** The end of what is before a word inside a sentence, also after a title such as "Dr.". */
const INSIDE = /(?:[\p{L}\p{N},;:]|(?<!\p{L})\p{Lu}\p{L}{0,3}\.) $/u
/** Words that reveal content by themselves: codes, then names inside a sentence, longest first. */
function distinctiveWords(texts: readonly string[]): string[] {
  const [codes, names] = [new Set<string>(), new Set<string>()]
  for (const text of texts)
    for (const { 0: word, index } of text.matchAll(WORD)) {
      if (word.length < leastWord || word.length > snippetChars || !isTelling(word)) continue
      if (CODE.test(word)) codes.add(word)
      else if (/^\p{Lu}/u.test(word) && INSIDE.test(text.slice(Math.max(0, index - 7), index)))
        names.add(word)
    }
  return [codes, names].flatMap((words) => [...words].sort(longestFirst))
}

/** Turns whose message or answer contains a text. */
const saying = (text: string): Prisma.TurnWhereInput => ({
  OR: [{ userText: { contains: text } }, { answer: { contains: text } }],
})

/**
 * Texts to search for after the purge: long or rare pieces of each message, unusual phrases of
 * answers, then rare codes and names, because a secret is often repeated without its sentence.
 * `since` = the moment of the first forgotten turn: what an answer shares with an earlier turn is not its
 * own.
 */
export async function snippetsOf(
  db: Db,
  ownerId: string,
  { written, answers, since }: { written: string[]; answers: string[]; since: Date },
): Promise<string[]> {
  const isInFewTurns = async (where: Prisma.TurnWhereInput, most: number) =>
    (await db.turn.findMany({ where: { ownerId, ...where }, select: { id: true }, take: most + 1 })).length <=
    most
  /** Whether few turns other than the forgotten ones contain it. */
  const isRare = (piece: string) => isInFewTurns(saying(piece), written.length + rare)
  const own = [
    ...new Set(
      written.flatMap((text) =>
        piecesOf(text)
          .filter(saysSomething)
          .filter((piece, i) => i === 0 || piece.length >= leastSnippet),
      ),
    ),
  ]
    .sort(longestFirst)
    .slice(0, MOST)
  const found: string[] = []
  for (const piece of own) if (piece.length >= leastSnippet || (await isRare(piece))) found.push(piece)
  const isOwn = (piece: string) => isInFewTurns({ createdAt: { lt: since }, ...saying(piece) }, 0)
  for (const piece of [...new Set(answers.flatMap(piecesOf))].sort(longestFirst).slice(0, MOST)) {
    if (found.length >= MOST) break
    if (piece.length < leastSnippet || found.includes(piece) || !saysSomething(piece)) continue
    if (!(await isInFewTurns({ answer: { contains: piece } }, answers.length + phrase))) continue
    if (await isOwn(piece)) found.push(piece)
  }
  const words = distinctiveWords(written).filter((word) => !found.includes(word))
  for (const word of words.slice(0, MOST_WORDS * 2)) {
    if (found.length >= MOST + MOST_WORDS) break
    if (await isRare(word)) found.push(word)
  }
  return found
}
