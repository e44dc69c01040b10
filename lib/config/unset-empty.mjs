/**
 * Removes the variables of `env` that are empty or only white space, as Docker Compose passes unset ones.
 * It has to run before any library is imported: the AI SDK, pg, Prisma and the proxy support of Node read the
 * environment on their own (OPENAI_*, PG*, DATABASE_URL, OTEL_*, HTTP_PROXY, NODE_*) and take '' for a value.
 */
export function unsetEmpty(env) {
  for (const [name, value] of Object.entries(env)) if (!value?.trim()) delete env[name]
}
