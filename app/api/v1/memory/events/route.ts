import { storeEvents } from '@/lib/services/outside/client-turns'
import { eventsSchema } from '@/lib/shared/memory/events'
import { answering } from '../../answer'

export const dynamic = 'force-dynamic'

/** New lines of a coding agent's session, as its hooks send them. */
export const POST = answering(
  { tool: 'events', scope: 'write', input: eventsSchema },
  async (who, events) => {
    const result = await storeEvents(who, events)
    return { result, ids: [], count: result.added }
  },
)
