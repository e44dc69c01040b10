/**
 * Deletes empty variables from `env`; Docker Compose passes unset ones as ''. Must run before any library is
 * imported, because the AI SDK, pg, Prisma and Node's proxy support read the environment themselves and take
 * '' for a value.
 */
export function unsetEmpty(env) {
  for (const [name, value] of Object.entries(env)) if (!value?.trim()) delete env[name]
}
