import { useCallback, useState } from 'react'
import type { NewTokenDto, TokenDto } from '@/lib/shared/door'
import type { Failure, Result } from '@/lib/shared/errors'
import { server } from './actions'

export function useTokens(first: Result<TokenDto[]>) {
  const [tokens, setTokens] = useState(first.ok ? first.value : null)
  const [error, setError] = useState<Failure | null>(first.ok ? null : first.error)
  const [made, setMade] = useState<NewTokenDto | null>(null)
  const reload = useCallback(async () => {
    const result = await server.listTokens()
    if (result.ok) setTokens(result.value)
    setError(result.ok ? null : result.error)
  }, [])
  /** @returns why it was refused. */
  const after = async <T>(result: Result<T>, then: (value: T) => void): Promise<Failure | null> => {
    if (!result.ok) return result.error
    then(result.value)
    await reload()
    return null
  }
  return {
    ...{ tokens, error, made, reload },
    done: () => setMade(null),
    create: async (input: Parameters<typeof server.createToken>[0]) =>
      after(await server.createToken(input), setMade),
    renew: async (input: Parameters<typeof server.renewToken>[0]) =>
      after(await server.renewToken(input), setMade),
    revoke: async (id: string) =>
      after(await server.revokeToken({ id }), () => setMade((now) => (now?.token.id === id ? null : now))),
  }
}
export type Tokens = ReturnType<typeof useTokens>
