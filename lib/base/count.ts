import { z } from 'zod'

/** The largest number that an integer column of either database stores. */
export const MAX_COUNT = 2 ** 31 - 1
export const countSchema = z.int().min(0).max(MAX_COUNT)
