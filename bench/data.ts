import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { z } from 'zod'

/** From the repository, and from a worktree next to it. */
const PLACES = ['../shared/data', '../../shared/data']

/** The folder of data for measuring, if it is on this machine. */
export const dataFolder = (): string | undefined =>
  PLACES.map((place) => path.resolve(place)).find((place) => existsSync(place))
/** A file or folder of that data, which need not be there. */
export const dataPath = (...parts: string[]): string =>
  path.join(dataFolder() ?? path.resolve('../shared/data'), ...parts)

export const linesOf = (file: string): string[] => readFileSync(file, 'utf8').split('\n').filter(Boolean)
/** The rows of a file of JSON lines; its name is seen from the repository. */
export const jsonLines = <T>(file: string, schema: z.ZodType<T>): T[] =>
  linesOf(path.resolve(file)).map((line) => schema.parse(JSON.parse(line)))
