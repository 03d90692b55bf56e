/** An unusable setting. Its message names the variable and never its value, which may be a secret. */
export class ConfigError extends Error {
  constructor(variable: string, message: string) {
    super(`${variable}: ${message}`)
  }
}
