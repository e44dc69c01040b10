import { injectionFor } from '@/lib/services/outside/context'
import { injectionSchema } from '@/lib/shared/memory/events'
import { answering } from '../../answer'

export const dynamic = 'force-dynamic'

/** What a hook puts into a coding agent's session. */
export const POST = answering({ tool: 'injection', scope: 'read', input: injectionSchema }, injectionFor)
