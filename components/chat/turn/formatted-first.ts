import { bounds, sizeOf, workOf } from '@/components/ui/markdown/markdown-bounds'
import type { TurnDto } from '@/lib/shared/dto'

/** The budget for all answers formatted in it: the server has one thread for everyone. */
const PAGE_WORK = 24_000

/** The turns formatted in the first render: those nearest to the turn where the page opens, by default the last. */
export function formattedFirst(turns: readonly TurnDto[], openedAt: string | null): ReadonlySet<string> {
  const opened = turns.findIndex((turn) => turn.id === openedAt)
  const at = opened < 0 ? turns.length - 1 : opened
  const nearest = [...turns.keys()].sort((a, b) => Math.abs(a - at) - Math.abs(b - at))
  const first = new Set<string>()
  let work = 0
  for (const index of nearest) {
    const turn = turns[index]
    if (!turn) continue
    work += workOfAnswer(turn)
    if (work > PAGE_WORK) break
    first.add(turn.id)
  }
  return first
}

/** At most `bounds.first` of one message is formatted at once. */
function workOfAnswer({ answer, messages }: TurnDto): number {
  const work = workOf(sizeOf(answer.slice(0, PAGE_WORK).split('\n')))
  return messages ? work : Math.min(work, bounds.first)
}
