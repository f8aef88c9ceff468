#include "tally.h"

#include <stdio.h>
#include <string.h>

struct tally tally;

static void print_number(const char *name, uint64_t number) {
    printf("\"%s\":%llu,", name, (unsigned long long)number);
}

static void print_histogram(const char *name, struct histogram *histogram) {
    printf("\"%s\":{\"count\":%llu,\"p50\":%.3f,\"p99\":%.3f,\"max\":%.3f},", name,
           (unsigned long long)histogram->count, histogram_milliseconds(histogram, 0.5),
           histogram_milliseconds(histogram, 0.99), histogram_milliseconds(histogram, 1));
    memset(histogram, 0, sizeof *histogram);
}

void tally_report(struct sight sight, double seconds, double percent, double lag_milliseconds, int bottleneck) {
    putchar('{');
    print_number("open", tally.open);
    print_number("joined", tally.joined);
    print_number("closed", tally.closed);
    print_number("closeCode", tally.close_code);
    print_number("messages", tally.messages);
    print_number("objects", tally.objects);
    print_number("offsets", tally.offsets);
    print_number("payloadBytes", tally.payload_bytes);
    print_number("wireBytes", tally.wire_bytes);
    print_number("pings", tally.pings);
    print_number("returned", tally.returned);
    print_number("recovered", tally.recovered);
    print_number("turned", tally.turned);
    print_number("delayed", tally.delayed);
    print_number("rejects", tally.rejects);
    print_number("gaps", sight.gaps);
    print_number("snapshots", sight.snapshots);
    printf("\"gatheredSeconds\":%.6f,", tally.gathered_seconds);
    printf("\"lowestSeq\":%lld,\"highestSeq\":%lld,", sight.lowest_seq, sight.highest_seq);
    print_histogram("deliveries", &tally.deliveries);
    print_histogram("returns", &tally.returns);
    print_histogram("acks", &tally.acks);
    print_histogram("completions", &tally.completions);
    printf("\"seconds\":%.6f,\"utilisationPercent\":%.1f,\"worstLagMilliseconds\":%.1f,\"bottleneck\":%s,"
           "\"verdict\":\"generator: %.0f %% of one core, worst lag %.1f ms: %s\"}\n",
           seconds, percent, lag_milliseconds, bottleneck ? "true" : "false", percent, lag_milliseconds,
           bottleneck ? "the bottleneck, run void" : "not the bottleneck");
}
