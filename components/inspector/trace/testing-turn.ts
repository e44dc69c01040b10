import type { InspectedRecall, InspectedStep, InspectedTurn } from '@/lib/shared/turn/inspector'

const START = Date.UTC(2026, 4, 1, 10)
/** A time this many milliseconds into the day of the test. */
export const moment = (ms: number) => new Date(START + ms).toISOString()

type Tool = Partial<InspectedStep['tools'][number]>
let ids = 0
/** A call that began at `at` and wrote its last word `totalMs` later. */
export function step(
  phase: InspectedStep['phase'],
  at: number,
  totalMs: number,
  { tools = [], ...over }: Partial<Omit<InspectedStep, 'at' | 'tools'>> & { tools?: Tool[] } = {},
): InspectedStep {
  ids += 1
  return {
    ...({
      attempt: 1,
      index: ids,
      id: `step${ids}`,
      round: null,
      text: '',
      reasoning: '',
      finish: 'stop',
    } as const),
    ...({ decision: null, error: null, reported: null, estInputTokens: 100, estOutputTokens: 10 } as const),
    ...({ costMicros: null, firstMs: null } as const),
    ...over,
    phase,
    at: moment(at),
    totalMs,
    tools: tools.map((tool, index) => ({
      index,
      name: 'read_file',
      args: {},
      ok: true,
      result: '',
      ms: 0,
      ...tool,
    })),
  } as InspectedStep
}

export const turnWith = (steps: InspectedStep[], over: Partial<InspectedTurn> = {}): InspectedTurn =>
  ({
    ...{ number: 4, status: 'completed', attempt: 1, startedAt: moment(0), endedAt: moment(7_000) },
    ...{ imported: null, recalls: [] as InspectedRecall[], steps },
    ...over,
  }) as InspectedTurn
