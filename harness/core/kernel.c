// Lines of fields as columns, documents looked up among judged ones, and the order of rankings.
//
// The hot loops behind harness/core/kernel.py, which loads this by ctypes; kernel_twin.py does the
// same in Python and is the oracle. All memory is the caller's: nothing is allocated, kept or
// printed here, no locale is asked, and nothing is read outside of what was handed in.

#include <stdint.h>
#include <string.h>
#include <math.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

typedef uint8_t u8;
typedef uint32_t u32;
typedef uint64_t u64;
typedef int64_t i64;

#ifndef KERNEL_SOURCE
#define KERNEL_SOURCE 0
#endif

// The checksum of the source that this was built from.
u32 kernel_source(void) { return KERNEL_SOURCE; }

// --- bytes ------------------------------------------------------------------------------------

static inline u64 word(const u8 *at)
{
    u64 value;
    memcpy(&value, at, 8);
    return value;
}

static inline u64 half_word(const u8 *at)
{
    u32 value;
    memcpy(&value, at, 4);
    return value;
}

// Whether two texts of a length are equal; most are short.
static inline int equal(const u8 *some, const u8 *others, i64 length)
{
    const i64 half = length - 4, whole = length - 8;
    if (length > 16)
        return !memcmp(some, others, (size_t)length);
    if (length >= 8)
        return word(some) == word(others) && word(some + whole) == word(others + whole);
    if (length >= 4)
        return half_word(some) == half_word(others) &&
               half_word(some + half) == half_word(others + half);
    while (length && some[length - 1] == others[length - 1])
        length--;
    return !length;
}

// --- lines as columns -------------------------------------------------------------------------

// What becomes of a field: nothing; where its text stands; where equal texts begin that follow
// each other; its value as a double or whole number; the text of all that follows the last field.
enum { SKIP, TEXT, BLOCKS, DECIMAL, INTEGER, REST };
enum { MOST_FIELDS = 32, MOST_DIGITS = 19, MOST_SMALL = 18, MOST_ZEROS = 1000 };

// `values` are the first rows of blocks [B], doubles [N] or whole numbers [N].
typedef struct {
    i64 kind;
    i64 *starts;
    int32_t *lengths;
    void *values;
    i64 count;
} Column;

// What was found: lines with values; records with another number of fields; numbers that are left
// to the caller; records with more fields than are declared; whether a byte is beyond ASCII. The
// rest is only looked at where `stop` is −1: else what begins there may be no record.
typedef struct {
    i64 rows, faults, left, longer, beyond_ascii, stop;
} Parsed;

// So many bytes are looked at ahead of what is read.
enum { AHEAD = 1024 };

// `edges` are the next places where fields begin and end, of which `next` is not yet taken.
typedef struct {
    const u8 *text;
    i64 size, block;
    u64 in_blanks, beyond;
    i64 next, count;
    i64 edges[AHEAD];
} Scanner;

// Bits of the blanks (isspace in ASCII) among 64 bytes, and of those beyond ASCII.
static inline u64 blanks(const u8 *text, u64 *beyond)
{
    u64 found = 0, high = 0;
#ifdef __SSE2__
    const __m128i space = _mm_set1_epi8(' '), tab = _mm_set1_epi8('\t'), four = _mm_set1_epi8(4);
    for (int part = 0; part < 4; part++) {
        __m128i bytes = _mm_loadu_si128((const __m128i *)(text + 16 * part));
        __m128i moved = _mm_sub_epi8(bytes, tab);
        __m128i control = _mm_cmpeq_epi8(_mm_min_epu8(moved, four), moved);
        __m128i blank = _mm_or_si128(_mm_cmpeq_epi8(bytes, space), control);
        found |= (u64)(u32)_mm_movemask_epi8(blank) << (16 * part);
        high |= (u64)(u32)_mm_movemask_epi8(bytes) << (16 * part);
    }
#else
    for (int at = 0; at < 64; at++) {
        found |= (u64)(text[at] == ' ' || (u8)(text[at] - '\t') <= 4) << at;
        high |= (u64)(text[at] >> 7) << at;
    }
#endif
    *beyond |= high;
    return found;
}

// Finds the next edges; none at the end.
static void look_ahead(Scanner *scanner)
{
    const i64 size = scanner->size, until = scanner->block + AHEAD;
    u64 in_blanks = scanner->in_blanks, beyond = scanner->beyond;
    i64 block = scanner->block, count = 0;
    for (; block < size && (block < until || !count); block += 64) {
        u64 found;
        if (size - block >= 64) {
            found = blanks(scanner->text + block, &beyond);
        } else {
            u8 last[64];
            memset(last, ' ', sizeof last);
            memcpy(last, scanner->text + block, (size_t)(size - block));
            found = blanks(last, &beyond);
        }
        for (u64 edges = found ^ (found << 1 | in_blanks); edges; edges &= edges - 1)
            scanner->edges[count++] = block + __builtin_ctzll(edges);
        in_blanks = found >> 63;
    }
    scanner->block = block, scanner->in_blanks = in_blanks, scanner->beyond = beyond;
    scanner->next = 0, scanner->count = count;
}

// Where fields begin and end, one after the other; the size at the end.
static inline i64 next_edge(Scanner *scanner)
{
    if (scanner->next == scanner->count) {
        look_ahead(scanner);
        if (!scanner->count)
            return scanner->size;
    }
    return scanner->edges[scanner->next++];
}

// Takes a line from `begin` apart whose fields stand one blank apart, as those of most lines do, and
// gives where the next one begins; 0, with nothing taken, where the next edges do not show that.
static inline i64 plain_line(Scanner *scanner, i64 fields, i64 begin, i64 *starts, i64 *lengths)
{
    const i64 *edge = scanner->edges + scanner->next;
    if (scanner->count - scanner->next < 2 * fields)
        return 0;
    for (i64 field = 0; field < fields; field++, edge += 2) {
        starts[field] = begin;
        lengths[field] = edge[0] - begin;
        begin = edge[1];
        if (begin != edge[0] + 1 || (scanner->text[edge[0]] == '\n') != (field == fields - 1))
            return 0;
    }
    scanner->next += 2 * fields;
    return begin;
}

static const double POWERS[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

#ifdef __SIZEOF_INT128__
typedef unsigned __int128 u128;

static const u64 FIVES[] = {
    1u, 5u, 25u, 125u, 625u, 3125u, 15625u, 78125u, 390625u, 1953125u, 9765625u, 48828125u,
    244140625u, 1220703125u, 6103515625u, 30517578125u, 152587890625u, 762939453125u,
    3814697265625u, 19073486328125u, 95367431640625u, 476837158203125u, 2384185791015625u,
    11920928955078125u, 59604644775390625u, 298023223876953125u, 1490116119384765625u,
    7450580596923828125u};

// The double next to number · 2^exponent, or a bit more than that where `more` is set.
static double nearest(u128 number, int more, int exponent)
{
    u64 high = (u64)(number >> 64);
    int bits = high ? 128 - __builtin_clzll(high) : 64 - __builtin_clzll((u64)number);
    int drop = bits - 53;
    if (drop <= 0)
        return ldexp((double)(u64)number, exponent);
    u64 kept = (u64)(number >> drop);
    u128 rest = number & (((u128)1 << drop) - 1), half = (u128)1 << (drop - 1);
    if (rest > half || (rest == half && (more || (kept & 1))))
        kept++;
    return ldexp((double)kept, exponent + drop);
}
#endif

// The double next to digits · 10^exponent, rounded once; 0 where that takes more than 128 bits.
static int scaled(u64 digits, int exponent, double *value)
{
    if (digits < (u64)1 << 53 && exponent >= -22 && exponent <= 22) {
        double whole = (double)digits;
        *value = exponent < 0 ? whole / POWERS[-exponent] : whole * POWERS[exponent];
        return 1;
    }
#ifdef __SIZEOF_INT128__
    if (digits && exponent >= 0 && exponent <= 27) {
        *value = nearest((u128)digits * FIVES[exponent], 0, exponent);
        return 1;
    }
    if (digits && exponent < 0 && exponent >= -27) {
        int unused = __builtin_clzll(digits);
        u128 number = (u128)(digits << unused) << 64;
        u64 power = FIVES[-exponent];
        u128 quotient = number / power;
        *value = nearest(quotient, quotient * power != number, exponent - 64 - unused);
        return 1;
    }
#endif
    return 0;
}

// Reads digits, with a point among them, as far as there are any, and gives where they end; more
// of them than MOST_DIGITS are no number.
static inline const u8 *digits_of(const u8 *at, const u8 *end, u64 *digits, const u8 **point)
{
    u64 number = 0;
    for (; at < end; at++) {
        u8 digit = (u8)(*at - '0');
        if (digit <= 9)
            number = number * 10 + digit;
        else if (*at == '.' && !*point)
            *point = at;
        else
            break;
    }
    *digits = number;
    return at;
}

// A number of up to 19 digits; 0 for what another reader has to look at, right or wrong.
static int decimal(const u8 *at, i64 length, double *value)
{
    const u8 *end = at + length, *point = NULL;
    u64 digits;
    int negative = *at == '-', exponent = 0;
    if (*at == '-' || *at == '+')
        at++;
    const u8 *last = digits_of(at, end, &digits, &point), *stop = last;
    if (last - at == (point != NULL))
        return 0;
    if (last - at > MOST_DIGITS) { // zeros at the end of a fraction and before it count for nothing
        while (point && stop[-1] == '0')
            stop--;
        while (at < stop && (*at == '0' || at == point))
            at++;
        if (stop - at > MOST_DIGITS + (point && at < point))
            return 0;
        const u8 *again = NULL;
        digits_of(at, stop, &digits, &again);
    }
    i64 fraction = point ? stop - point - 1 : 0;
    if (fraction > MOST_ZEROS)
        return 0;
    if (last < end && (*last == 'e' || *last == 'E')) {
        int lower = 0;
        last++;
        if (last < end && (*last == '-' || *last == '+'))
            lower = *last++ == '-';
        if (last >= end || end - last > 4)
            return 0;
        for (; last < end && (u8)(*last - '0') <= 9; last++)
            exponent = exponent * 10 + (*last - '0');
        if (lower)
            exponent = -exponent;
    }
    if (last != end)
        return 0;
    if (!digits)
        *value = 0.0;
    else if (!scaled(digits, exponent - (int)fraction, value))
        return 0;
    if (negative)
        *value = -*value;
    return 1;
}

// A whole number of up to 18 digits; 0 for what another reader has to look at.
static int integer(const u8 *at, i64 length, i64 *value)
{
    const u8 *end = at + length;
    i64 digits = 0;
    int negative = *at == '-';
    if (*at == '-' || *at == '+')
        at++;
    if (at == end || end - at > MOST_SMALL)
        return 0;
    for (; at < end; at++) {
        u8 digit = (u8)(*at - '0');
        if (digit > 9)
            return 0;
        digits = digits * 10 + digit;
    }
    *value = negative ? -digits : digits;
    return 1;
}

static inline __attribute__((always_inline)) void put(const u8 *text, Column *column, i64 field, i64 row, i64 start, i64 length,
                i64 *left, Parsed *parsed)
{
    int is_read = 1;
    switch (column->kind) {
    case BLOCKS:
        if (column->count) {
            i64 last = column->count - 1;
            if (column->lengths[last] == length &&
                equal(text + column->starts[last], text + start, length))
                return;
        }
        ((i64 *)column->values)[column->count] = row;
        column->starts[column->count] = start;
        column->lengths[column->count++] = (int32_t)length;
        return;
    case DECIMAL:
        is_read = decimal(text + start, length, (double *)column->values + row);
        break;
    case INTEGER:
        is_read = integer(text + start, length, (i64 *)column->values + row);
        break;
    default:
        column->starts[row] = start;
        column->lengths[row] = (int32_t)length;
    }
    if (!is_read) {
        i64 *number = left + 4 * parsed->left++;
        number[0] = row, number[1] = field, number[2] = start, number[3] = length;
    }
}

// Takes lines of `fields` fields apart; `columns` has one more, for what follows them. With `extra`
// there may be more fields. Unless all lines are `records`, the first that may be none ends it:
// one that is blank or begins with a number sign, a byte-order mark or, at the top, "<". `faults`
// [lines] are the numbers of records with another number of fields, `left` [lines · numbers, 4]
// rows, fields, starts and lengths of numbers that are not read. Lines have less than 2^31 bytes.
void kernel_parse(const u8 *text, i64 size, i64 fields, Column *columns, i64 extra, i64 records,
                  i64 *faults, i64 *left, Parsed *parsed)
{
    Scanner scanner;
    scanner.text = text, scanner.size = size, scanner.block = 0;
    scanner.in_blanks = 1, scanner.beyond = 0, scanner.next = scanner.count = 0;
    i64 starts[MOST_FIELDS], lengths[MOST_FIELDS], wanted[MOST_FIELDS];
    i64 wants = 0, record = 0, line = 0, begin = next_edge(&scanner);
    for (i64 field = 0; field < fields; field++)
        if (columns[field].kind != SKIP)
            wanted[wants++] = field;
    memset(parsed, 0, sizeof *parsed);
    parsed->stop = -1;
    while (line < size) {
        if (begin > line) {
            const u8 *end = memchr(text + line, '\n', (size_t)(begin - line));
            if (end || begin == size) {
                if (!records) {
                    parsed->stop = line;
                    return;
                }
                line = end ? end - text + 1 : size;
                continue;
            }
        }
        if (!records && (text[line] == '#' || text[line] == 0xEF || (!line && *text == '<'))) {
            parsed->stop = line;
            return;
        }
        i64 count = 0, rest = 0, end = 0, next = plain_line(&scanner, fields, begin, starts, lengths);
        if (next)
            begin = line = next, count = fields;
        while (!next) {
            end = next_edge(&scanner);
            if (count < fields) {
                starts[count] = begin;
                lengths[count] = end - begin;
            } else if (count == fields) {
                rest = begin;
            }
            count++;
            begin = next_edge(&scanner);
            if (end >= size) {
                line = size;
                break;
            }
            if (text[end] == '\n') {
                line = end + 1;
                break;
            }
            if (begin > end + 1) {
                const u8 *feed = memchr(text + end + 1, '\n', (size_t)(begin - end - 1));
                if (feed) {
                    line = feed - text + 1;
                    break;
                }
            }
            if (begin >= size) {
                line = size;
                break;
            }
        }
        if (count < fields || (count > fields && !extra)) {
            faults[parsed->faults++] = record++;
            continue;
        }
        record++;
        parsed->longer += count > fields;
        for (i64 number = 0; number < wants; number++) {
            i64 field = wanted[number];
            put(text, columns + field, field, parsed->rows, starts[field], lengths[field], left,
                parsed);
        }
        if (columns[fields].kind == REST)
            put(text, columns + fields, fields, parsed->rows, rest, rest ? end - rest : 0, left,
                parsed);
        parsed->rows++;
    }
    parsed->beyond_ascii = scanner.beyond != 0;
}

// --- texts ------------------------------------------------------------------------------------

// N texts: where each begins in the bytes, and how long it is.
typedef struct {
    const u8 *text;
    const i64 *starts;
    const int32_t *lengths;
    i64 count;
} Texts;

// Writes the texts of some rows one after the other, each with a line feed behind it.
void kernel_gather(const Texts *texts, const i64 *rows, i64 count, u8 *out)
{
    for (i64 number = 0; number < count; number++) {
        i64 row = rows ? rows[number] : number;
        i64 length = texts->lengths[row];
        memcpy(out, texts->text + texts->starts[row], (size_t)length);
        out += length;
        *out++ = '\n';
    }
}

// A number for each text: of its last eight bytes and its length, the same in every process.
void kernel_hashes(const Texts *texts, u64 *hashes)
{
    const u64 odd = 0x9E3779B97F4A7C15u;
    for (i64 row = 0; row < texts->count; row++) {
        i64 length = texts->lengths[row], from = length > 8 ? length - 8 : 0;
        const u8 *text = texts->text + texts->starts[row];
        u64 hash = 0;
        if (length >= 8)
            hash = word(text + from);
        else
            while (length--)
                hash = hash << 8 | text[length];
        hash = (hash ^ (u64)texts->lengths[row]) * odd;
        hashes[row] = (hash ^ hash >> 32) * odd;
    }
}

static inline int same(const Texts *some, i64 row, const Texts *others, i64 other)
{
    return some->lengths[row] == others->lengths[other] &&
           equal(some->text + some->starts[row], others->text + others->starts[other],
                 some->lengths[row]);
}

static inline int compared(const Texts *texts, i64 row, i64 other)
{
    i64 length = texts->lengths[row], others = texts->lengths[other];
    int order = memcmp(texts->text + texts->starts[row], texts->text + texts->starts[other],
                       (size_t)(length < others ? length : others));
    return order ? order : (length > others) - (length < others);
}

// --- look-up ----------------------------------------------------------------------------------

static inline u64 mixed(u64 a, u64 b)
{
#ifdef __SIZEOF_INT128__
    u128 product = (u128)a * b;
    return (u64)product ^ (u64)(product >> 64);
#else
    a = (a ^ (a >> 29)) * (b | 1);
    return a ^ (a >> 32);
#endif
}

// A number of a text and the secret seed of the process, so that nobody can choose equal ones.
static u64 hashed(const u8 *text, i64 length, u64 seed)
{
    const u64 factor = 0x9E3779B97F4A7C15u;
    u64 hash = mixed((u64)length ^ factor, seed ^ 0xD6E8FEB86659FD93u), last = 0;
    if (length >= 8) {
        for (; length > 8; text += 8, length -= 8)
            hash = mixed(hash ^ word(text), seed ^ factor);
        last = word(text + length - 8);
    } else if (length >= 4) {
        last = half_word(text) << 32 | half_word(text + length - 4);
    } else if (length) {
        last = (u64)text[0] << 16 | (u64)text[length >> 1] << 8 | text[length - 1];
    }
    return mixed(hash ^ last, seed ^ 0xA0761D6478BD642Fu);
}

// The number of each text, as `kernel_find` gives it.
void kernel_keys(const Texts *texts, u64 seed, u64 *keys)
{
    for (i64 row = 0; row < texts->count; row++)
        keys[row] = hashed(texts->text + texts->starts[row], texts->lengths[row], seed);
}

// The judged documents, those of each topic together: the rows of topic t begin at firsts[t], and
// its slots at bases[t]; masks[t] + 1 are a power of two. A slot holds the upper half of a hash and
// a row + 1, or 0.
typedef struct {
    Texts docs;
    const i64 *firsts, *bases, *masks;
    u64 *slots;
    i64 topics;
    u64 seed;
} Table;

static inline u64 slot_of(u64 hash, i64 row) { return (hash & 0xFFFFFFFF00000000u) | (u64)(row + 1); }

static inline i64 row_in(u64 slot) { return (i64)(u32)slot - 1; }

// Fills the slots; the first row that has the topic and document of an earlier one, or −1.
i64 kernel_fill(Table *table)
{
    for (i64 topic = 0; topic < table->topics; topic++) {
        u64 *slots = table->slots + table->bases[topic];
        u64 mask = (u64)table->masks[topic];
        for (i64 row = table->firsts[topic]; row < table->firsts[topic + 1]; row++) {
            const Texts *docs = &table->docs;
            u64 hash = hashed(docs->text + docs->starts[row], docs->lengths[row], table->seed);
            u64 at = hash & mask;
            for (; slots[at]; at = (at + 1) & mask)
                if (!((slots[at] ^ hash) >> 32) && same(docs, row, docs, row_in(slots[at])))
                    return row;
            slots[at] = slot_of(hash, row);
        }
    }
    return -1;
}

// The row in the table of each document, −1 for those not there, and its hash. The documents are in
// blocks of `sizes`, each of the topic in `codes`.
void kernel_find(const Table *table, const Texts *docs, i64 blocks, const i64 *codes,
                 const i64 *sizes, u64 *hashes, i64 *found)
{
    i64 from = 0;
    for (i64 block = 0; block < blocks; from += sizes[block++]) {
        const u64 *slots = table->slots + table->bases[codes[block]];
        u64 mask = (u64)table->masks[codes[block]];
        i64 to = from + sizes[block];
        for (i64 row = from; row < to; row++) {
            hashes[row] = hashed(docs->text + docs->starts[row], docs->lengths[row], table->seed);
            __builtin_prefetch(slots + (hashes[row] & mask));
        }
        for (i64 row = from; row < to; row++) {
            u64 at = hashes[row] & mask;
            found[row] = -1;
            for (; slots[at]; at = (at + 1) & mask)
                if (!((slots[at] ^ hashes[row]) >> 32) &&
                    same(docs, row, &table->docs, row_in(slots[at]))) {
                    found[row] = row_in(slots[at]);
                    break;
                }
        }
    }
}

// The first document that its block has already, or −1. `slots` [mask + 1] are for at least twice
// as many as the largest block has.
i64 kernel_repeated(const Texts *docs, const u64 *hashes, i64 blocks, const i64 *sizes, u32 *slots,
                    i64 mask)
{
    i64 from = 0;
    for (i64 block = 0; block < blocks; from += sizes[block++]) {
        u64 least = 16;
        while (least < 2 * (u64)sizes[block] && least <= (u64)mask)
            least *= 2;
        memset(slots, 0, (size_t)least * sizeof *slots);
        for (i64 row = from; row < from + sizes[block]; row++) {
            u64 at = (hashes[row] >> 16) & (least - 1);
            for (; slots[at]; at = (at + 1) & (least - 1)) {
                i64 other = from + slots[at] - 1;
                if (hashes[other] == hashes[row] && same(docs, row, docs, other))
                    return row;
            }
            slots[at] = (u32)(row - from + 1);
        }
    }
    return -1;
}

// --- numbers and rows as text -----------------------------------------------------------------

// Copies a text; most are short.
static inline u8 *copy(u8 *to, const u8 *from, i64 length)
{
    if (length > 32) {
        memcpy(to, from, (size_t)length);
    } else if (length >= 16) {
        memcpy(to, from, 16);
        memcpy(to + length - 16, from + length - 16, 16);
    } else if (length >= 8) {
        memcpy(to, from, 8);
        memcpy(to + length - 8, from + length - 8, 8);
    } else if (length >= 4) {
        memcpy(to, from, 4);
        memcpy(to + length - 4, from + length - 4, 4);
    } else {
        for (i64 at = 0; at < length; at++)
            to[at] = from[at];
    }
    return to + length;
}

// A text of a number has at most so many bytes, and a fixed number of decimals is at most so many.
enum { LONGEST_NUMBER = 32, MOST_DECIMALS = 9 };

#ifdef __SIZEOF_INT128__
// Below the last one a double that is no whole number has a fraction of at least 15 bits.
static const double LIMITS[] = {1e-4, 1e-3, 1e-2, 1e-1, 1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9};

// mantissa · 2^exponent as so many units of 10^-places, ties to even, and how far that is off, in
// units of 2^-shift.
static u64 units(u64 mantissa, int places, int shift, u128 *off)
{
    u128 exact = (u128)mantissa * FIVES[places], half = (u128)1 << (shift - 1);
    u128 rest = exact & (2 * half - 1);
    u64 digits = (u64)(exact >> shift);
    int up = rest > half || (rest == half && digits & 1);
    *off = up ? 2 * half - rest : rest;
    return digits + (u64)up;
}

// The least digits that are read as this double again, of those of one length the nearest ones;
// their decimals, or −1 where that takes more than 128 bits or two are as near.
static int shortest(u64 mantissa, int exponent, double value, u64 *digits)
{
    int whole = -4;
    if (value < LIMITS[0])
        return -1;
    if (exponent >= -52 && !(mantissa & (((u64)1 << -exponent) - 1))) {
        *digits = (mantissa >> -exponent) * 10;
        return 1;
    }
    while (value >= LIMITS[whole + 4])
        whole++;
    for (int places = 15 - whole; places <= 17 - whole; places++) {
        const int shift = -exponent - places;
        u128 off;
        *digits = units(mantissa, places, shift, &off);
        if (2 * off >= FIVES[places])
            continue;
        // The double below a power of two is nearer than the one above.
        if (off && (off == (u128)1 << (shift - 1) || mantissa == (u64)1 << 52))
            return -1;
        for (; *digits % 10 == 0 && places > 1; places--)
            *digits /= 10;
        return places;
    }
    return -1;
}

// Writes a number, and gives where it ends; nothing of one that is left to the caller.
static u8 *written(u8 *out, double value, int decimals)
{
    u64 bits, digits;
    memcpy(&bits, &value, 8);
    int exponent = (int)(bits >> 52 & 0x7FF), places = decimals;
    u64 mantissa = bits & (((u64)1 << 52) - 1);
    if (exponent)
        mantissa |= (u64)1 << 52;
    exponent = (exponent ? exponent : 1) - 1075;
    if (!(fabs(value) < LIMITS[13]) || decimals > MOST_DECIMALS)
        return out;
    if (!mantissa) {
        digits = 0, places = decimals < 0 ? 1 : decimals;
    } else if (decimals < 0) {
        if ((places = shortest(mantissa, exponent, fabs(value), &digits)) < 0)
            return out;
    } else {
        u128 off;
        digits = -exponent - places > 100 ? 0 : units(mantissa, places, -exponent - places, &off);
    }
    u8 text[LONGEST_NUMBER], *end = text + sizeof text, *at = end;
    for (int place = 0; place < places; place++, digits /= 10)
        *--at = (u8)('0' + digits % 10);
    if (places)
        *--at = '.';
    do
        *--at = (u8)('0' + digits % 10);
    while (digits /= 10);
    if (bits >> 63)
        *--at = '-';
    return copy(out, at, end - at);
}
#else
static u8 *written(u8 *out, double value, int decimals) { return (void)value, (void)decimals, out; }
#endif

// Each number with so many decimals, or with −1 the shortest text that is read as it again. `out`
// [LONGEST_NUMBER · N] gets the texts, `left` [N] the rows of those left to the caller. The size of
// all texts; `leaves` is how many are left.
i64 kernel_decimals(const double *values, const int8_t *decimals, i64 count, u8 *out, i64 *starts,
                    int32_t *lengths, i64 *left, i64 *leaves)
{
    u8 *at = out;
    *leaves = 0;
    for (i64 row = 0; row < count; row++) {
        u8 *end = written(at, values[row], decimals[row]);
        starts[row] = at - out;
        lengths[row] = (int32_t)(end - at);
        if (end == at)
            left[(*leaves)++] = row;
        at = end;
    }
    return at - out;
}

// Rows of texts of columns, with the first text of `between` in front, the next ones between the
// columns and the last one behind.
void kernel_rows(const Texts *columns, i64 count, const Texts *between, i64 rows, u8 *out)
{
    for (i64 row = 0; row < rows; row++) {
        for (i64 part = 0; part <= count; part++) {
            const Texts *column = columns + part;
            out = copy(out, between->text + between->starts[part], between->lengths[part]);
            if (part < count)
                out = copy(out, column->text + column->starts[row], column->lengths[row]);
        }
    }
}

// --- order ------------------------------------------------------------------------------------

typedef struct {
    const Texts *docs;
    const double *scores;
} Ranking;

// Whether a row stands behind another one: by score, or among equal scores by document.
static inline int is_behind(const Ranking *ranking, int by_score, i64 row, i64 other)
{
    if (by_score)
        return ranking->scores[row] < ranking->scores[other];
    return compared(ranking->docs, row, other) < 0;
}

// Sorts rows, the best first; equal ones stay as they stand.
static void sort(const Ranking *ranking, int by_score, i64 *rows, i64 count, i64 *spare)
{
    if (count <= 12) {
        for (i64 at = 1; at < count; at++) {
            i64 row = rows[at], to = at;
            for (; to && is_behind(ranking, by_score, rows[to - 1], row); to--)
                rows[to] = rows[to - 1];
            rows[to] = row;
        }
        return;
    }
    i64 half = count / 2, left = 0, right = half;
    sort(ranking, by_score, rows, half, spare);
    sort(ranking, by_score, rows + half, count - half, spare);
    if (!is_behind(ranking, by_score, rows[half - 1], rows[half]))
        return;
    memcpy(spare, rows, (size_t)half * sizeof *rows);
    for (i64 at = 0; left < half; at++) {
        if (right < count && is_behind(ranking, by_score, spare[left], rows[right]))
            rows[at] = rows[right++];
        else
            rows[at] = spare[left++];
    }
}

// Orders each block of rows by score, highest first, and then by document, last one first. Rows
// that are tied with none of the `chosen` (all, where there are none) stay as they stand. The
// number of rows that are tied; `order` [N] and `spare` [N / 2 + 1] are written, and `moved` says
// whether anything is elsewhere.
i64 kernel_order(const Texts *docs, const double *scores, i64 blocks, const i64 *sizes,
                 const u8 *chosen, i64 *order, i64 *spare, i64 *moved)
{
    Ranking ranking = {docs, scores};
    i64 from = 0, tied = 0;
    *moved = 0;
    for (i64 block = 0; block < blocks; from += sizes[block++]) {
        i64 to = from + sizes[block], falls = 1, ties = 0;
        for (i64 row = from; row < to; row++)
            order[row] = row;
        for (i64 row = from + 1; row < to; row++) {
            falls &= scores[row] <= scores[row - 1];
            ties |= scores[row] == scores[row - 1];
        }
        if (!falls) {
            sort(&ranking, 1, order + from, to - from, spare);
            *moved = 1;
        } else if (!ties) {
            continue;
        }
        for (i64 first = from, next; first < to; first = next) {
            int wanted = !chosen || chosen[order[first]];
            double score = scores[order[first]];
            for (next = first + 1; next < to && scores[order[next]] == score; next++)
                wanted |= !chosen || chosen[order[next]];
            if (next - first == 1)
                continue;
            tied += next - first;
            if (wanted) {
                sort(&ranking, 0, order + first, next - first, spare);
                *moved = 1;
            }
        }
    }
    return tied;
}
