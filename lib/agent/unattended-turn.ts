import type { Turn } from '@/lib/db/turns/turns'

/** Whether a program sent the message, so that nobody can be asked while its turn runs. */
export const isUnattended = ({ options }: Pick<Turn, 'options'>): boolean =>
  (options as { unattended?: unknown } | null)?.unattended === true
