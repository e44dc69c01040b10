import { useState } from 'react'
import { useLoaded } from '@/components/ui/hooks/use-loaded'
import type { NewTokenDto, TokenDto } from '@/lib/shared/door'
import type { Failure, Result } from '@/lib/shared/errors'
import { server } from './actions'

export function useTokens(first: Result<TokenDto[]>) {
  const { value: tokens, error, reload } = useLoaded('tokens', server.listTokens, { first })
  const [made, setMade] = useState<NewTokenDto | null>(null)
  /** @returns why it was refused. */
  const after = async <T>(result: Result<T>, then: (value: T) => void): Promise<Failure | null> => {
    if (!result.ok) return result.error
    then(result.value)
    reload()
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
