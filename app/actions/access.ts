'use server'

import { cookies, headers } from 'next/headers'
import { z } from 'zod'
import { ACCESS_COOKIE, cookieFor } from '@/lib/config/access'
import { env } from '@/lib/config/env'
import { guess } from '@/lib/server/sign-in-limit'
import { waitWords } from '@/lib/services/person-limits'
import type { Result } from '@/lib/shared/errors'
import { textSchema } from '@/lib/shared/text'

const inputSchema = z.strictObject({ token: textSchema(500).min(1) })

/**
 * Shared mode: the access token is typed once and kept as proof in a strict cookie. Wrong guesses are slowed
 * down.
 */
export async function signIn(input: { token: string }): Promise<Result<null>> {
  const parsed = inputSchema.safeParse(input)
  if (!parsed.success) return { ok: false, error: { code: 'invalid', message: 'Enter the access token.' } }
  const request = await headers()
  const typed = parsed.data.token
  const cookie = await guess(request.get('x-forwarded-for') ?? '', () => cookieFor(env(), typed))
  if (typeof cookie === 'number')
    return {
      ok: false,
      error: {
        code: 'limit_reached',
        message: 'Too many attempts.',
        hint: `Try again in ${waitWords(cookie * 1_000)}.`,
      },
    }
  if (!cookie)
    return {
      ok: false,
      error: {
        code: 'unauthorised',
        message: 'That access token is wrong.',
        hint: 'Ask whoever runs this Mneme server.',
      },
    }
  const secure = request.get('x-forwarded-proto') === 'https'
  ;(await cookies()).set(ACCESS_COOKIE, cookie, {
    httpOnly: true,
    sameSite: 'strict',
    path: '/',
    secure,
    maxAge: 60 * 60 * 24 * 90,
  })
  return { ok: true, value: null }
}

/** Ends this browser's session; the token itself stays valid. */
export async function signOut(): Promise<Result<null>> {
  ;(await cookies()).delete(ACCESS_COOKIE)
  return { ok: true, value: null }
}
