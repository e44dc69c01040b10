import { z } from 'zod'

/** The hints of the tour, in their order. */
export const TOUR_HINTS = ['chat', 'watch', 'map', 'usage', 'ask'] as const
export type TourHint = (typeof TOUR_HINTS)[number]
/**
 * Where a person is in the tour. `off` = not begun; `done` = closed for good, until it is asked for again.
 */
export const tourSchema = z.enum(['off', ...TOUR_HINTS, 'done'])
export type TourPlace = z.infer<typeof tourSchema>
