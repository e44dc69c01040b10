import type { Turn } from '@/lib/db/turns/turns'

/** Marks a turn whose message repeats one from outside. Only the server sets it. */
export const OUTSIDE_MESSAGE = { outsideMessage: true } as const

/** Whether a program sent the message, so that nobody can be asked while its turn runs. */
export const isUnattended = ({ options }: Pick<Turn, 'options'>): boolean =>
  (options as { unattended?: unknown } | null)?.unattended === true

/** Whether the words of the message are a program's or an import's, not the person's own. */
export const isOutsideMessage = (turn: Pick<Turn, 'importedAt' | 'options'>): boolean =>
  turn.importedAt !== null ||
  isUnattended(turn) ||
  (turn.options as { outsideMessage?: unknown } | null)?.outsideMessage === true

/** Marks a turn that the built-in engine answers even if a provider is set. Only the server sets it. */
export const OFFLINE_TURN = { offline: true } as const
export const isOfflineTurn = ({ options }: Pick<Turn, 'options'>): boolean =>
  (options as { offline?: unknown } | null)?.offline === true
