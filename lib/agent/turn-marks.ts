import type { Turn } from '@/lib/db/turns/turns'
import { pick, present } from '@/lib/shared/pick'

/** Marks a turn whose message repeats one from outside. Only the server sets it. */
export const OUTSIDE_MESSAGE = { outsideMessage: true } as const
/** Marks a program's message that the person has reworded. */
const REWORDED = { outsideMessage: false } as const

/** Whether a program sent the message, so that nobody can be asked while its turn runs. */
export const isUnattended = ({ options }: Pick<Turn, 'options'>): boolean =>
  (options as { unattended?: unknown } | null)?.unattended === true

/** Whether the words of the message are a program's or an import's, not the person's own. */
export const isOutsideMessage = (turn: Pick<Turn, 'importedAt' | 'options'>): boolean =>
  turn.importedAt !== null ||
  ((turn.options as { outsideMessage?: unknown } | null)?.outsideMessage ?? isUnattended(turn)) === true

type Marks = { go?: boolean; unattended?: boolean; outsideMessage?: boolean }
/** What an edited message keeps while it waits: that it may run, that a program waits for it, whose words they are. */
export function marksEdited(turn: Turn, userText: string) {
  const isOutside = isOutsideMessage(turn)
  const isReworded = userText !== turn.userText
  const whose = isReworded ? REWORDED : OUTSIDE_MESSAGE
  return {
    options: {
      ...present(pick(turn.options as Marks, 'go unattended outsideMessage')),
      ...(isOutside ? whose : {}),
    },
    tainted: turn.tainted && !(isOutside && isReworded),
  }
}

/** Marks a turn that the built-in engine answers even if a provider is set. Only the server sets it. */
export const OFFLINE_TURN = { offline: true } as const
export const isOfflineTurn = ({ options }: Pick<Turn, 'options'>): boolean =>
  (options as { offline?: unknown } | null)?.offline === true
