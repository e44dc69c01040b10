import type { Turn } from '@/lib/db/turns/turns'

/** Marks a turn that the built-in engine answers even if a provider is set. Only the server sets it. */
export const OFFLINE_TURN = { offline: true } as const
export const isOfflineTurn = ({ options }: Pick<Turn, 'options'>): boolean =>
  (options as { offline?: unknown } | null)?.offline === true
