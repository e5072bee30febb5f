// A bot is chosen by its level and, where it has one, by who plays it.
export const leveled = (value) => /^(bot )?level\d$/.test(value);
export const guest = (level, character) => (leveled(level) && character ? `${level}-${character}` : level);
