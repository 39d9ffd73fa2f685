// Bytes for the kernel: with libFuzzer, or from a generator of its own with -DALONE.
//
//     clang -g -O1 -fsanitize=fuzzer,address,undefined -o fuzzer tests/kernel/fuzzer.c -lm
//     ./fuzzer -max_len=4096 -max_total_time=600
//
// All memory is exactly as large as the kernel is told, so that nothing else is read or written.

#include <stdio.h>
#include <stdlib.h>
#include "../../harness/core/kernel.c"

static void *exactly(size_t count, size_t size)
{
    void *memory = malloc(count * size ? count * size : 1);
    if (!memory)
        abort();
    return memory;
}

// Writes bytes as numbers, and these in rows with some texts.
static void written_again(const u8 *data, const Texts *texts)
{
    const i64 rows = texts->count;
    double *values = exactly((size_t)rows, 8);
    int8_t *decimals = exactly((size_t)rows, 1);
    u8 *out = exactly((size_t)rows, LONGEST_NUMBER);
    i64 *starts = exactly((size_t)rows, 8), *left = exactly((size_t)rows, 8), leaves, size = 0;
    int32_t *lengths = exactly((size_t)rows, 4);
    for (i64 row = 0; row < rows; row++) {
        memcpy(values + row, texts->text + texts->starts[row], (size_t)(texts->lengths[row] < 8 ? 0 : 8));
        if (texts->lengths[row] < 8)
            values[row] = texts->lengths[row] / 7.0;
        else if (row % 2)
            values[row] = ldexp(frexp(values[row], &(int){0}), texts->lengths[row] % 64 - 20);
        decimals[row] = (int8_t)((i64)data[0] % 14 - 1);
    }
    i64 written = kernel_decimals(values, decimals, rows, out, starts, lengths, left, &leaves);
    Texts columns[2] = {*texts, {out, starts, lengths, rows}};
    const u8 *blanks = (const u8 *)"<  >";
    i64 places[3] = {0, 1, 3};
    int32_t sizes[3] = {1, 2, 1};
    Texts between = {blanks, places, sizes, 3};
    for (i64 row = 0; row < rows; row++)
        size += 4 + texts->lengths[row] + lengths[row];
    u8 *made = exactly((size_t)size, 1);
    kernel_rows(columns, 2, &between, rows, made);
    if (written > rows * LONGEST_NUMBER || leaves > rows)
        abort();
    free(values), free(decimals), free(out), free(starts), free(left), free(lengths), free(made);
}

static void all_of(const u8 *data, size_t size)
{
    i64 fields = 1 + data[0] % 8, most = 1, extra = data[1] & 1, records = data[1] >> 1 & 1;
    u64 kinds = 0;
    memcpy(&kinds, data + 2, 6);
    data += 8, size -= 8;
    u8 *text = exactly(size, 1);
    memcpy(text, data, size);
    for (size_t at = 0; at < size; at++)
        most += text[at] == '\n';
    Column columns[MOST_FIELDS + 1] = {0};
    for (i64 field = 0; field <= fields; field++, kinds >>= 3) {
        Column *column = columns + field;
        column->kind = field < fields ? (i64)((kinds & 7) % REST) : (kinds & 1 ? REST : SKIP);
        column->starts = exactly((size_t)most, sizeof(i64));
        column->lengths = exactly((size_t)most, sizeof(int32_t));
        column->values = exactly((size_t)most, 8);
    }
    i64 *faults = exactly((size_t)most, 8), *left = exactly((size_t)(most * fields), 32);
    Parsed parsed;
    kernel_parse(text, (i64)size, fields, columns, extra, records, faults, left, &parsed);
    for (i64 field = 0; field < fields && parsed.stop < 0; field++) {
        if (columns[field].kind != TEXT)
            continue;
        i64 rows = parsed.rows, half = rows / 2, rest = rows - half, topics = 2;
        Texts texts = {text, columns[field].starts, columns[field].lengths, rows};
        i64 firsts[3] = {0, half, rows}, codes[2] = {1, 0}, bases[2], masks[2], total = 0;
        for (i64 topic = 0; topic < topics; topic++) {
            u64 slots = 4;
            while (slots < (u64)(firsts[topic + 1] - firsts[topic]) * 4 / 3 + 1)
                slots *= 2;
            bases[topic] = total, masks[topic] = (i64)slots - 1, total += (i64)slots;
        }
        u64 *slots = calloc((size_t)total, 8), *hashes = exactly((size_t)rows, 8);
        Table table = {texts, firsts, bases, masks, slots, topics, 0x1234567};
        kernel_fill(&table);
        i64 sizes[2] = {half, rest}, *found = exactly((size_t)rows, 8);
        kernel_find(&table, &texts, 2, codes, sizes, hashes, found);
        i64 spare_slots = 16;
        while (spare_slots < 2 * rest)
            spare_slots *= 2;
        u32 *few = exactly((size_t)spare_slots, 4);
        kernel_repeated(&texts, hashes, 2, sizes, few, spare_slots - 1);
        double *scores = exactly((size_t)rows, 8);
        u8 *chosen = exactly((size_t)rows, 1), *out;
        i64 *order = exactly((size_t)rows, 8), *spare = exactly((size_t)(rows / 2 + 1), 8), moved, bytes = rows;
        for (i64 row = 0; row < rows; row++) {
            scores[row] = (double)(texts.lengths[row] % 3);
            chosen[row] = row % 3 == 0;
            bytes += texts.lengths[row];
        }
        kernel_order(&texts, scores, 2, sizes, data[0] & 1 ? chosen : NULL, order, spare, &moved);
        out = exactly((size_t)bytes, 1);
        kernel_gather(&texts, order, rows, out);
        written_again(data, &texts);
        kernel_hashes(&texts, hashes);
        kernel_keys(&texts, 0x1234567, hashes);
        free(slots), free(hashes), free(found), free(few), free(scores), free(chosen);
        free(order), free(spare), free(out);
    }
    for (i64 field = 0; field <= fields; field++)
        free(columns[field].starts), free(columns[field].lengths), free(columns[field].values);
    free(faults), free(left), free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size >= 9)
        all_of(data, size);
    return 0;
}

#ifdef ALONE
static u64 state = 88172645463325252u;

static u32 drawn(u32 below)
{
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return (u32)(state >> 32) % below;
}

int main(int count, char **arguments)
{
    static const char *PIECES[] = {
        "\n", " ", "  ", "\t", "\r\n", "#", "<", "\xef\xbb\xbf", "\xff", "1 Q0 d1 1 2.5 a\n", "-1.5e3 ",
        "0.70710678118654757 ", "99999999999999999999 ", "1e9999 ", "d2 ", ".", "+", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
        "2 Q0 d3 1 7 b\n2 Q0 d3 2 7 b\n2 Q0 d4 3 7 b\n", "\n\n", "18446744073709551615e27 ",
    };
    int inputs = count > 1 ? atoi(arguments[1]) : 1000;
    u8 data[8192]; // some are longer than what is looked at ahead
    for (int input = 0; input < inputs; input++) {
        size_t size = 0, wanted = drawn(drawn(4) ? 600 : 8000);
        while (size < 8)
            data[size++] = (u8)drawn(256);
        while (size < wanted && size < sizeof data - 64) {
            if (drawn(8)) {
                const char *piece = PIECES[drawn(sizeof PIECES / sizeof *PIECES)];
                memcpy(data + size, piece, strlen(piece));
                size += strlen(piece);
            } else {
                data[size++] = (u8)drawn(256);
            }
        }
        LLVMFuzzerTestOneInput(data, size);
    }
    printf("%d inputs\n", inputs);
    return 0;
}
#endif
