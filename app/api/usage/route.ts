import { sectionName } from '@/components/ui/series'
import { getConversation } from '@/lib/db/turns/conversations'
import { usageCsv } from '@/lib/services/usage/usage-csv'
import { MnemeError } from '@/lib/shared/errors'
import { daysIn } from '@/lib/shared/time/day'
import { periodBounds } from '@/lib/shared/time/period'
import { parseAddress } from '@/lib/shared/usage/usage-query'
import { download } from '../download'
import { slugOf } from '../export/file-name'
import { owned } from '../owned'

export const dynamic = 'force-dynamic'

/** What the usage page of the same address shows, turn by turn, as a CSV file. */
export const GET = owned(async ({ db, ownerId, runtime }, request) => {
  const address = parseAddress(Object.fromEntries(new URL(request.url).searchParams))
  if (address.problem) throw new MnemeError('invalid', address.problem)
  const conversationIds = address.compare ?? [address.conversationId]
  const conversations = await Promise.all(
    conversationIds.flatMap((id) => (id === null ? [] : getConversation(db, ownerId, id))),
  )
  const now = runtime.now()
  const zone = address.period?.zone ?? 'UTC'
  const period = address.period && periodBounds(address.period, now)
  const day = daysIn(zone)
  const days = period
    ? [day(period.since.getTime()), 'to', day(period.until.getTime() - 1)]
    : [day(now.getTime())]
  const name = ['mneme-usage', ...conversations.map(({ title }) => slugOf(title)), ...days]
  return download(
    usageCsv(db, ownerId, { conversationIds, period, zone }, sectionName),
    `${name.filter(Boolean).join('-')}.csv`,
    'text/csv; charset=utf-8',
  )
})
