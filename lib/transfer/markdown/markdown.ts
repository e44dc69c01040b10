import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { Db } from '@/lib/db/engine/client'
import type { Statement } from '@/lib/db/facts/statements'
import { conversationsOf, exportedConversation, exportedIds } from '@/lib/db/transfer/exports'
import { exportedStrategies } from '@/lib/db/transfer/strategies'
import { zoneFor } from '@/lib/db/turns/turns'
import { everywhere, statementsFor } from '@/lib/memory/facts/known-facts'
import { type Fact, heldSince, isEnding, latest, timelineOf } from '@/lib/memory/facts/timeline'
import { shownTopics } from '@/lib/memory/map/shown-topics'
import { groupBy } from '@/lib/shared/group-by'
import { PLAYBOOK_SECTIONS } from '@/lib/shared/learning/strategies'
import { factKey, factNorm } from '@/lib/shared/memory/facts'
import { dayNamed } from '@/lib/shared/time/day'
import { conversationText, frontMatter, inline, label, linkTo, NoteNames } from './conversation'

const unless = (status: string) => (status === 'active' ? [] : ['not approved'])
const MOST_FACTS = 1_000_000

const toldOf = ({ statements, until, coming }: Pick<Fact, 'statements' | 'until' | 'coming'>) => ({
  ...{ ...latest({ statements }), until, coming, since: heldSince({ statements }) },
  turns: [...new Set(statements.flatMap(({ said }) => said?.turnId ?? []))],
  conversations: statements.map(({ said }) => said?.conversationId),
})
type KnownValue = ReturnType<typeof toldOf>
/** Values with the time they were true, and proposals of other values. */
function toldIn(statements: readonly Statement[], now: Date, zone: string): KnownValue[] {
  const of = (status: Statement['status']) => statements.filter((one) => one.status === status)
  const known = timelineOf(of('active'), now, zone)
  const keyOf = (one: Statement) => `${factKey(one.subjectId, one)}\n${factNorm(one.object)}`
  const current = new Set(known.flatMap((fact) => (fact.until ? [] : keyOf(latest(fact)))))
  const news = of('proposed').filter((one) => !current.has(keyOf(one)))
  const proposed = news.map((one) => toldOf({ statements: [one], until: null, coming: false }))
  const told = [...known.filter((fact) => !isEnding(fact)).map(toldOf), ...proposed]
  return told.sort((a, b) => a.since.getTime() - b.since.getTime())
}

/**
 * Notes for Obsidian that link to each other: conversations, topics, subjects of facts, facts and lessons.
 * @throws MnemeError not_found for another owner's conversation.
 */
export async function* markdownNotes(db: Db, ownerId: string, now: Date, conversationId?: string) {
  const zone = await zoneFor({ db, ownerId })
  const dayOf = (at: Date) => dayNamed(at, zone)
  const names = new NoteNames()
  const conversations = new Map<string, { place: string; title: string }>()
  for (const { id, title, createdAt } of conversationId === undefined
    ? await exportedIds(db, ownerId)
    : [await exportedConversation(db, ownerId, conversationId)])
    conversations.set(id, { title, place: names.take('Conversations', `${dayOf(createdAt)} ${title}`) })
  const { topics, shares } = await shownTopics(db, ownerId)
  const noted = shares.filter((share) => share.topicId !== null && conversations.has(share.conversationId))
  const inTopic = groupBy(noted, ({ topicId }) => topicId)
  const inConversation = groupBy(noted, (share) => share.conversationId)
  const topicLinks = new Map<string | null, string>()
  const note = (place: string, title: string, lines: string[], words: string[] = []): FileToPack => ({
    ...{ path: `${place}.md`, at: now },
    text: `${frontMatter({ aliases: [title, ...words].map(label) })}\n# ${inline(title)}\n\n${lines.join('\n')}\n`,
  })
  for (const { id, name, words } of topics) {
    const lines = inTopic.get(id)?.map((share) => {
      const { place = '', title = '' } = conversations.get(share.conversationId) ?? {}
      return `- ${linkTo(place, title)} (${share.turns})`
    })
    if (!lines) continue
    const place = names.take('Topics', name)
    topicLinks.set(id, linkTo(place, name))
    yield note(place, name, lines, words)
  }

  /** Links to turns that were exported. */
  const turns = new Map<string, string>()
  const linksOf = (ids: string[]) => ids.flatMap((id) => turns.get(id) ?? [])
  for await (const row of conversationsOf(db, ownerId, conversationId)) {
    const { place, title } = conversations.get(row.id) ?? {}
    if (place === undefined || title === undefined) continue
    const links = inConversation.get(row.id)?.flatMap(({ topicId }) => topicLinks.get(topicId) ?? []) ?? []
    const { text, headings } = await conversationText(db, ownerId, row, links)
    for (const [turnId, where] of headings)
      turns.set(turnId, linkTo(`${place}#${where}`, `${title}, ${where}`))
    yield { path: `${place}.md`, at: row.updatedAt, text }
  }
  const statements = await statementsFor(everywhere(db, ownerId), MOST_FACTS)
  const isOfExport = (id?: string) => (id ? conversations.has(id) : conversationId === undefined)
  const facts = toldIn(statements, now, zone).filter((fact) => fact.conversations.some(isOfExport))
  const bySubject = groupBy(facts, ({ subject }) => factNorm(subject))
  const subjects = new Map(
    [...bySubject].map(([key, [first]]) => [key, names.take('Entities', first?.subject ?? key)]),
  )
  const link = (text: string) => {
    const place = subjects.get(factNorm(text))
    return place ? linkTo(place, text) : inline(text)
  }
  const factLine = ({ predicate, object, since, until, coming, status, turns: said }: KnownValue) => {
    const times = [
      `${coming ? 'from' : 'since'} ${dayOf(since)}`,
      ...(until ? [`until ${dayOf(until)}`] : []),
    ]
    return `${inline(predicate)}: ${link(object)} (${[...times, ...unless(status), ...linksOf(said)].join(', ')})`
  }
  /** What holds, then what was so before. */
  const listed = (some: readonly KnownValue[], lineOf: (fact: KnownValue) => string) => {
    const linesOf = (isOver: boolean) =>
      some.flatMap((fact) => (Boolean(fact.until) === isOver ? `- ${lineOf(fact)}` : []))
    const before = linesOf(true)
    return [...linesOf(false), ...(before.length ? ['', '## Before', '', ...before] : [])]
  }
  for (const [key, some] of bySubject)
    yield note(subjects.get(key) ?? '', some[0]?.subject ?? key, listed(some, factLine))
  const all = listed(facts, (fact) => `${link(fact.subject)} ${factLine(fact)}`)
  if (all.length) yield note('Facts', 'Facts', all)

  const lessons: string[] = []
  for await (const page of exportedStrategies(db, ownerId, conversationId))
    for (const { section, title, content, sources, status } of page) {
      if (status !== 'active' && status !== 'proposed') continue
      const from = [PLAYBOOK_SECTIONS[section], ...unless(status), ...linksOf(sources)]
      lessons.push(`- **${inline(title)}**: ${inline(content)} (${from.join(', ')})`)
    }
  if (lessons.length) yield note('Lessons', 'Lessons', lessons)
}

/** A file to pack. `at` = when it was changed last. */
export type FileToPack = { path: string; at: Date; text: string }

/** The files as a ZIP archive, one after the other: none is asked for before the last one was read. */
export async function* zipped(files: AsyncIterable<FileToPack>): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  const pack = ({ path, at, text }: FileToPack) =>
    new Promise<void>((resolve) => {
      zip.addReadStreamLazy(path, { mtime: at }, (pump) =>
        pump(null, Readable.from([Buffer.from(text)]).once('close', resolve)),
      )
    })
  const packed = (async () => {
    for await (const file of files) {
      if (output.destroyed) return
      await pack(file)
    }
    zip.end()
  })().catch((error: Error) => void output.destroy(error))
  yield* output
  await packed
}
