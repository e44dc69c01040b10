import type { Db } from '@/lib/db/engine/client'
import type { Statement } from '@/lib/db/facts/statements'
import { exportedStrategies } from '@/lib/db/transfer/exported-strategies'
import { exportedConversation, exportedIds } from '@/lib/db/transfer/exports'
import { everywhere, statementsFor } from '@/lib/memory/facts/known-facts'
import { type Fact, heldSince, isEnding, latest, timelineOf } from '@/lib/memory/facts/timeline'
import { shownTopics } from '@/lib/memory/map/shown-topics'
import { groupBy } from '@/lib/shared/group-by'
import { PLAYBOOK_SECTIONS } from '@/lib/shared/learning/strategies'
import { factKey, factNorm } from '@/lib/shared/memory/facts'
import type { FileToPack } from '@/lib/transfer/archive/zip-writer'
import { conversationsOf } from '@/lib/transfer/export'
import { conversationText, frontMatter } from './conversation'
import { inline, label, linkTo, NoteNames } from './note-names'

const unless = (status: string) => (status === 'active' ? [] : ['not approved'])
const dayOf = (at: Date) => at.toISOString().slice(0, 10)
const MOST_FACTS = 1_000_000

type Told = Pick<Fact, 'statements' | 'until' | 'coming'>
/** Values while they hold or held, and proposals of others. */
function toldIn(statements: readonly Statement[], now: Date): Told[] {
  const of = (status: Statement['status']) => statements.filter((one) => one.status === status)
  const known = timelineOf(of('active'), now)
  const keyOf = (one: Statement) => `${factKey(one.subjectId, one)}\n${factNorm(one.object)}`
  const current = new Set(known.flatMap((fact) => (fact.until ? [] : keyOf(latest(fact)))))
  const news = of('proposed').filter((one) => !current.has(keyOf(one)))
  return [
    ...known.filter((fact) => !isEnding(fact)),
    ...news.map((one): Told => ({ statements: [one], until: null, coming: false })),
  ].sort((a, b) => heldSince(a).getTime() - heldSince(b).getTime())
}

/**
 * Everything of an owner, or one conversation, as notes for Obsidian: one for each conversation, topic and
 * subject of facts, and lists of facts and lessons, which link to each other. Nothing from the trash.
 * @throws MnemeError not_found for another owner's conversation.
 */
export async function* markdownNotes(
  db: Db,
  ownerId: string,
  now: Date,
  conversationId?: string,
): AsyncGenerator<FileToPack> {
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
  const isOfExport = ({ said }: Statement) =>
    said ? conversations.has(said.conversationId) : conversationId === undefined
  const facts = toldIn(statements, now).filter((fact) => fact.statements.some(isOfExport))
  const bySubject = groupBy(facts, (fact) => factNorm(latest(fact).subject))
  const subjects = new Map(
    [...bySubject].map(([key, [first]]) => [
      key,
      names.take('Entities', first ? latest(first).subject : key),
    ]),
  )
  const link = (text: string) => {
    const place = subjects.get(factNorm(text))
    return place ? linkTo(place, text) : inline(text)
  }
  const factLine = ({ until, coming, ...fact }: Told) => {
    const { predicate, object, status } = latest(fact)
    const said = new Set(fact.statements.flatMap((one) => one.said?.turnId ?? []))
    const times = [`${coming ? 'from' : 'since'} ${dayOf(heldSince(fact))}`, until && `until ${dayOf(until)}`]
    const about = [...times.filter(Boolean), ...unless(status), ...linksOf([...said])]
    return `${inline(predicate)}: ${link(object)} (${about.join(', ')})`
  }
  /** What holds, then what was so before. */
  const listed = (some: readonly Told[], lineOf: (fact: Told) => string) => {
    const before = some.filter(({ until }) => until).map((fact) => `- ${lineOf(fact)}`)
    const current = some.filter(({ until }) => !until).map((fact) => `- ${lineOf(fact)}`)
    return before.length ? [...current, '', '## Before', '', ...before] : current
  }
  for (const [key, some] of bySubject) {
    const name = some[0] ? latest(some[0]).subject : key
    yield note(subjects.get(key) ?? '', name, listed(some, factLine))
  }
  const lineOf = (fact: Told) => `${link(latest(fact).subject)} ${factLine(fact)}`
  if (facts.length) yield note('Facts', 'Facts', listed(facts, lineOf))

  const lessons: string[] = []
  for await (const page of exportedStrategies(db, ownerId, conversationId))
    for (const { section, title, content, sources, status } of page) {
      if (status !== 'active' && status !== 'proposed') continue
      const from = [PLAYBOOK_SECTIONS[section], ...unless(status), ...linksOf(sources)]
      lessons.push(`- **${inline(title)}**: ${inline(content)} (${from.join(', ')})`)
    }
  if (lessons.length) yield note('Lessons', 'Lessons', lessons)
}
