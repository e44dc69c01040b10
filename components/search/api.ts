import type { Failure, Result } from '@/lib/shared/errors'
import { type MemorySearch, type SearchPage, searchParamsOf } from '@/lib/shared/memory/search'

const UNREACHABLE: Failure = {
  code: 'unavailable',
  message: 'Search is not available right now.',
  hint: 'Check that Mneme is running, then try again.',
}

export async function searchMemory(
  search: MemorySearch,
  signal: AbortSignal,
): Promise<Result<SearchPage> | null> {
  try {
    const response = await fetch(`/api/search?${searchParamsOf(search)}`, {
      signal,
      headers: { accept: 'application/json' },
    })
    const body = (await response.json()) as SearchPage | { error: Failure }
    return 'error' in body ? { ok: false, error: body.error } : { ok: true, value: body }
  } catch {
    return signal.aborted ? null : { ok: false, error: UNREACHABLE }
  }
}
