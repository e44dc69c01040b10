import { getBlobs } from '@/lib/db/engine/blobs'
import type { Db, Prisma } from '@/lib/db/engine/client'
import { columns, inChunks } from '@/lib/db/engine/rows'
import { imageHashes } from '@/lib/db/files/images'
import { isSmallTalk } from '@/lib/heuristics/question'
import { contentWords, wordSet } from '@/lib/heuristics/text/words'
import { limits } from '@/lib/shared/limits'
import { factLine } from '@/lib/shared/memory/facts'
import { stateLine } from '@/lib/shared/workspace'
import { derivedFrom, strategiesGoing } from '../derived'
import { readersOf } from '../forgotten-sources'
import type { Due, Purging, Started } from './purge-due'

/** The built-in engine only quotes and uses fixed phrases: its answers add no words to a question. */
const BUILT_IN = { where: { provider: 'offline', phase: 'act' }, select: { id: true }, take: 1 }

/** Counts everything before the purge, and collects the texts to search for afterwards. */
export async function startPurge(purging: Purging, due: Due): Promise<Started> {
  const { db, ownerId } = purging
  const { trashed, conversationIds, turns } = due
  const isImport = trashed.kind === 'imported'
  const turnIds = turns.map((turn) => turn.id)
  // For a large import, an even sample.
  const step = isImport ? Math.ceil(turnIds.length / limits.forget.maxTurns) : 1
  const sampled = turnIds.filter((_, i) => i % step === 0)
  const sample = await inChunks(sampled, (ids) =>
    db.turn.findMany({
      where: { ownerId, id: { in: ids } },
      select: { ...columns('userText answer createdAt'), steps: BUILT_IN },
    }),
  )
  const hashes = trashed.files.flatMap((file) => file.hashes)
  const written = [
    ...sample.map(({ userText }) => userText),
    ...(await inChunks(sampled, (ids) => writtenBy(db, ownerId, ids))),
    ...trashed.state.map(stateLine),
    ...(await factLines(db, trashed.facts)),
    ...(await getBlobs(db, ownerId, hashes)).values(),
  ]
  const answers = sample.flatMap(({ answer, steps }) => (steps.length === 0 ? answer : []))
  const since = new Date(Math.min(...[due, ...sample].map(({ createdAt }) => createdAt.getTime())))
  const images = [...new Set(await inChunks(turnIds, (ids) => imageHashes(db, ownerId, ids)))]
  const readers = await readersOf(db, ownerId, [{ ...trashed, createdAt: due.createdAt }])
  const sources = [...new Set([...turnIds, ...readers])]
  const derived = await derivedFrom(db, ownerId, sources)
  const contexts = await inChunks(turnIds, (ids) => {
    const where = { ownerId, turnId: { in: ids }, textHash: { not: '' } }
    return db.context.findMany({ where, select: columns('id') })
  })
  const summaries = await inChunks([...derived.summary], (ids) =>
    db.summary.findMany({ where: { ownerId, id: { in: ids }, level: 0 }, select: columns('id') }),
  )
  const counts: Record<string, number> = {
    conversation: isImport ? conversationIds.length : 0,
    turn: turns.length,
    context: contexts.length,
    summary: summaries.length,
    fact: trashed.facts.length,
    lesson: (await strategiesGoing(db, ownerId, sources, conversationIds)).length,
    file: trashed.files.length,
    image: images.length,
    'workspace value': trashed.state.length,
  }
  return { counts, images, snippets: await snippetsOf(purging, { written, answers, since }) }
}

/** Facts as prompts show them. Their words may well remain in the turns that state them. */
async function factLines(db: Db, ids: string[]): Promise<string[]> {
  const select = { ...columns('predicate object'), subject: { select: columns('name') } }
  const facts = await db.fact.findMany({ where: { id: { in: ids } }, select })
  return facts.map(({ subject, ...fact }) => factLine({ ...fact, subject: subject.name }))
}

const WRITES = ['write_file', 'edit_file', 'set_state']
/** What turns wrote to the workspace: it may remain, and the proof has to report it. */
async function writtenBy(db: Db, ownerId: string, turnIds: string[]): Promise<string[]> {
  const where = { name: { in: WRITES }, ok: true, step: { ownerId, turnId: { in: turnIds } } }
  const calls = await db.toolCall.findMany({ where, select: columns('args') })
  return calls.flatMap(({ args }) => {
    const { text, replace, value } = (args ?? {}) as Record<string, unknown>
    return [text, replace, typeof value === 'number' ? String(value) : value].filter(
      (said) => typeof said === 'string',
    )
  })
}

const { snippets: MOST, words: MOST_WORDS } = limits.forget
const { snippetChars, leastSnippet, phrase, leastWord, rare } = limits.forget

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

const saying = (text: string): Prisma.TurnWhereInput => ({
  OR: [{ userText: { contains: text } }, { answer: { contains: text } }],
})

type PurgedTexts = { written: string[]; answers: string[]; since: Date }
/**
 * Long or rare pieces of each message, unusual phrases of answers, then rare codes and names, since a secret
 * is often repeated without its sentence. `since` = what an answer shares with an earlier turn is not its
 * own.
 */
async function snippetsOf(
  { db, ownerId }: Purging,
  { written, answers, since }: PurgedTexts,
): Promise<string[]> {
  const isInFewTurns = async (where: Prisma.TurnWhereInput, most: number) =>
    (await db.turn.count({ where: { ownerId, ...where }, take: most + 1 })) <= most
  /** Whether few turns other than the forgotten ones contain it. */
  const isRare = (piece: string) => isInFewTurns(saying(piece), written.length + rare)
  const telling = (text: string) =>
    piecesOf(text)
      .filter(saysSomething)
      .filter((piece, i) => i === 0 || piece.length >= leastSnippet)
  const own = [...new Set(written.flatMap(telling))].sort(longestFirst).slice(0, MOST)
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
