import { windowLimits } from '@/lib/shared/limits/window'
import { windowPlanSchema } from '@/lib/shared/turn/events'

type Start = { from: number; headAt: string }
type Earlier = { number: number; at: string; plan: unknown; tokens: number }
type Room = { size: number; before: number; now: Date; tokens: number }

/**
 * Where a window starts that grows from `size` turns (the running one `before` included) to almost twice as
 * many: where the last turn's did, for the provider's cache, unless it is full or that cache expired; then
 * with the newest turns that have room. `headAt` = as of when the prompt states what came before (ISO 8601).
 */
export function startOf(turns: readonly Earlier[], { size, before, now, tokens }: Room): Start {
  const last = turns.at(-1)
  const { from, headAt } = windowPlanSchema.safeParse(last?.plan).data ?? {}
  const isKept = last && now.getTime() - Date.parse(last.at) <= windowLimits.keptMs
  if (isKept && from !== undefined && headAt !== undefined) {
    const kept = turns.filter(({ number }) => number >= from)
    if (kept.length < 2 * size - 1 && sumOf(kept) <= tokens) return { from, headAt }
  }
  const kept: Earlier[] = []
  for (const turn of turns.toReversed().slice(0, size - 1)) {
    if (kept.length && sumOf([...kept, turn]) > tokens * windowLimits.startShare) break
    kept.push(turn)
  }
  return { from: kept.at(-1)?.number ?? before, headAt: now.toISOString() }
}

const sumOf = (turns: readonly Earlier[]) => turns.reduce((sum, { tokens }) => sum + tokens, 0)
