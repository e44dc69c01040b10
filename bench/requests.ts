import { z } from 'zod'
import { atMost, type Goal } from './bench'

const named = z.looseObject({
  response_format: z.looseObject({ json_schema: z.looseObject({ name: z.string() }).optional() }).optional(),
})

const conversation = z.looseObject({ messages: z.array(z.looseObject({ role: z.string() })) })

const ANSWERING = 'answering'
/** Calls that a person waits for. */
const FOREGROUND = new Set([ANSWERING, 'complexity'])

/** What a request is for: the name of the object that it asks for, or `answering` (thinking included). */
export const kindOf = (body: unknown): string =>
  named.parse(body).response_format?.json_schema?.name ?? ANSWERING
export const isForeground = (body: unknown): boolean => FOREGROUND.has(kindOf(body))

const isRepair = (body: unknown) =>
  kindOf(body) !== ANSWERING && conversation.parse(body).messages.some(({ role }) => role === 'assistant')

/** Calls that repair an object that was of no use. A script that causes them measures calls of its own. */
export function repairGoal(of: string, bodies: readonly unknown[]): Goal {
  const repairs = bodies.filter(isRepair)
  const kinds = [...new Set(repairs.map(kindOf))].join(', ')
  return atMost(
    `${of}: answers of the scripted model that had to be repaired${kinds && ` (${kinds})`}`,
    repairs.length,
    0,
    'calls',
  )
}

/** What was sent for a turn, at its time in milliseconds. */
export type TurnRequests = { at: number; bodies: unknown[] }
