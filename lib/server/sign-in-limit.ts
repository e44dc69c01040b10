import { RateLimiterMemory } from 'rate-limiter-flexible'
import { once } from '@/lib/shared/once'

/** Ten attempts a minute for the whole installation: a token cannot be guessed, and forged addresses do not help. */
export async function signInLimit(): Promise<boolean> {
  const limiter = once('sign-in-limit', () => new RateLimiterMemory({ points: 10, duration: 60 }))
  return limiter.consume('sign-in').then(
    () => true,
    () => false,
  )
}
