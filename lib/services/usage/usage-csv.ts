import { DateTime } from 'luxon'
import type { Db } from '@/lib/db/engine/client'
import type { SqlPeriod } from '@/lib/db/ledger/usage-sql'
import { usageTurns } from '@/lib/db/ledger/usage-turns'
import { titlesOf } from '@/lib/db/turns/conversations'
import { SECTION_ORDER } from '@/lib/shared/limits'
import { UNTITLED } from '@/lib/shared/untitled'
import { OWN_PROMPTS } from '@/lib/shared/usage/baselines'
import type { UsagePoint } from '@/lib/shared/usage/usage'
import { withMemory } from '@/lib/shared/usage/usage-maths'

type Cell = string | number
/** Spreadsheets run a text that begins like a formula; an apostrophe makes it text again. */
const defused = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)
const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
export const csvLine = (cells: readonly Cell[]) =>
  `${cells.map((cell) => (typeof cell === 'number' ? cell : quoted(defused(cell)))).join(',')}\r\n`

const COLUMNS = [
  ...['Date', 'Conversation', 'Turn', 'Turn ID', 'Calls', 'Prompt tokens', 'Cached tokens', 'Answer tokens'],
  ...['Cost (USD)', 'Calls without a known price', 'With memory', 'Plain chat', 'Full contexts'],
]

const SECTIONS = [...SECTION_ORDER, OWN_PROMPTS]

type Query = { conversationIds: readonly (string | null)[]; period: SqlPeriod | null; zone: string }

/**
 * The usage page as a table: a line per turn. Tokens and cost are as recorded; what compares, and the
 * sections, are our own counts. Begins with a mark by which Excel knows UTF-8. @throws MnemeError not_found.
 */
export async function* usageCsv(
  db: Db,
  ownerId: string,
  { conversationIds, period, zone }: Query,
  sectionName: (section: string) => string,
): AsyncGenerator<string> {
  const lineOf = (point: UsagePoint, title: string) =>
    csvLine([
      DateTime.fromISO(point.at, { zone }).toFormat('yyyy-MM-dd HH:mm:ss'),
      title,
      point.turn?.number ?? '',
      point.turn?.id ?? '',
      ...[point.calls, point.inputTokens, point.cachedTokens, point.outputTokens],
      point.unpricedCalls === point.calls ? '' : point.costMicros / 1e6,
      ...[point.unpricedCalls, withMemory(point), point.plainChat, point.fullContexts],
      ...SECTIONS.map((section) => point.sections[section] ?? 0),
    ])
  let head = `\uFEFF${csvLine([...COLUMNS, ...SECTIONS.map((name) => `Prompt: ${sectionName(name)}`)])}`
  for (const conversationId of conversationIds)
    for await (const points of usageTurns(db, ownerId, { conversationId, period })) {
      const ids = new Set(points.flatMap(({ turn }) => turn?.conversationId ?? []))
      const titles = await titlesOf(db, ownerId, [...ids])
      const titleOf = (id: string) => (titles.has(id) ? titles.get(id) || UNTITLED : '')
      const named = points.map((point) =>
        lineOf(
          point,
          point.turn ? titleOf(point.turn.conversationId) : 'Memory upkeep outside conversations',
        ),
      )
      yield head + named.join('')
      head = ''
    }
  if (head) yield head
}
