/** A setting that cannot be used. Its message names the variable, never the value: that may be a secret. */
export class ConfigError extends Error {
  constructor(variable: string, message: string) {
    super(`${variable}: ${message}`)
  }
}
