import { isTaken } from '@/lib/db/engine/errors'
import { rollUpOps } from './roll-up'

/** Stores a roll-up. @returns false if it existed already. */
export async function saveRollUp(...args: Parameters<typeof rollUpOps>): Promise<boolean> {
  const [db] = args
  try {
    await db.$transaction(await rollUpOps(...args))
    return true
  } catch (error) {
    if (isTaken(error)) return false
    throw error
  }
}
