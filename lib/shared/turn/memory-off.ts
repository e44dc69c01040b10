import { windowPlanSchema } from './events'

/** Whether memory was off for a turn: nothing was recalled, so nothing is learned from it either. */
export const isMemoryOff = ({ window }: { window: unknown }): boolean =>
  windowPlanSchema.safeParse(window).data?.recall === 'off'
