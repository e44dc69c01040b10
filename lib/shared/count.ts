import { z } from 'zod'

/** The largest integer that a column of either database can store. */
export const MAX_COUNT = 2 ** 31 - 1
export const countSchema = z.int().min(0).max(MAX_COUNT)
