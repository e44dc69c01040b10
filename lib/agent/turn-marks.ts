import type { Turn } from '@/lib/db/turns/turns'
import { pick, present } from '@/lib/shared/pick'

/** Marks a turn whose message repeats one from outside. Only the server sets it. */
export const OUTSIDE_MESSAGE = { outsideMessage: true } as const
/** Marks a turn that the built-in engine answers even if a provider is set. Only the server sets it. */
export const OFFLINE_TURN = { offline: true } as const

type Marks = { go?: boolean; unattended?: boolean; outsideMessage?: boolean; offline?: boolean }
const marksOf = ({ options }: Pick<Turn, 'options'>) => (options ?? {}) as Marks

export const isOfflineTurn = (turn: Pick<Turn, 'options'>): boolean => marksOf(turn).offline === true

/** Whether a program sent the message, so that nobody can be asked while its turn runs. */
export const isUnattended = (turn: Pick<Turn, 'options'>): boolean => marksOf(turn).unattended === true

/** Whether the words of the message are a program's or an import's, not the person's own. */
export const isOutsideMessage = (turn: Pick<Turn, 'importedAt' | 'options'>): boolean =>
  turn.importedAt !== null || (marksOf(turn).outsideMessage ?? isUnattended(turn)) === true

/**
 * The marks that an edited, waiting message keeps: that it may run, that a program waits for it, whose words
 * it has.
 */
export function marksEdited(turn: Turn, userText: string) {
  const isOutside = isOutsideMessage(turn)
  const isReworded = userText !== turn.userText
  return {
    options: {
      ...present(pick(marksOf(turn), 'go unattended outsideMessage')),
      ...(isOutside ? { outsideMessage: !isReworded } : {}),
    },
    tainted: turn.tainted && !(isOutside && isReworded),
  }
}
