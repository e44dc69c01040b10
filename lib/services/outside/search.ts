import { searchMemory } from '@/lib/memory/search/search'
import { type Args, type searchArgs, unconfirmed } from '@/lib/shared/memory/outside'
import type { SearchHit } from '@/lib/shared/memory/search'
import { daysIn } from '@/lib/shared/time/day'
import { type Found, nodeUrl, type Outside, turnUrl, zoneFor } from './outside'

const MOST = 10
const TITLE_CHARS = 160
type Result = { id: string; title: string; url: string }

/** The search page's hits, as links. Both sides of a turn are one result. */
export async function search(
  who: Outside,
  { query }: Args<typeof searchArgs>,
): Promise<Found<{ results: Result[] }>> {
  const { db, ownerId } = who
  const [{ hits }, zone] = await Promise.all([
    searchMemory(db, ownerId, { text: query, limit: 2 * MOST }),
    zoneFor(who),
  ])
  const results = new Map<string, Result>()
  for (const hit of hits) {
    const id = idOf(hit)
    if (!results.has(id)) results.set(id, { id, title: titleOf(hit, zone), url: urlOf(who, hit, id) })
  }
  const found = [...results.values()].slice(0, MOST)
  return { result: { results: found }, ids: found.map(({ id }) => id) }
}

const idOf = ({ kind, refId }: SearchHit) => `${kind === 'message' ? 'turn' : kind}:${refId}`
const urlOf = (who: Outside, { kind, conversationId, turnId, node }: SearchHit, id: string) =>
  kind === 'message' && turnId ? turnUrl(who, conversationId, turnId) : nodeUrl(who, node || id)

function titleOf(hit: SearchHit, zone: string): string {
  const { excerpt, client, at } = hit
  const said = excerpt.text.replace(/\s+/g, ' ').trim()
  const from = client === undefined ? who(hit) : unconfirmed(client)
  return `${from}, ${daysIn(zone)(Date.parse(at))}: ${said}`.slice(0, TITLE_CHARS)
}

function who({ kind, speaker, name, until }: SearchHit): string {
  if (kind === 'fact') return until ? 'earlier fact' : 'fact'
  if (kind !== 'message') return [kind, name].filter(Boolean).join(' ')
  return speaker === 'user' ? 'the person' : speaker === 'assistant' ? 'Mneme' : speaker
}
