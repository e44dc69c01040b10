import { existsSync } from 'node:fs'
import path from 'node:path'

/** From the repository, and from a worktree next to it. */
const PLACES = ['../shared/data', '../../shared/data']

/** The folder of data for measuring, if it is on this machine. */
export const dataFolder = (): string | undefined =>
  PLACES.map((place) => path.resolve(place)).find((place) => existsSync(place))
/** A file or folder of that data, which need not be there. */
export const dataPath = (...parts: string[]): string =>
  path.join(dataFolder() ?? path.resolve('../shared/data'), ...parts)
